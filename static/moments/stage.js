// The little theatre a moment is played in: a layer above the page that nobody can touch and that leaves nothing behind.
(() => {
  "use strict";
  const { moments } = window.slowfuse;

  const star = (points, far, near) => {
    const corners = Array.from({ length: points * 2 }, (_, n) => {
      const radius = (n % 2 ? near : far) * (0.82 + ((n * 7) % 5) * 0.07);
      const angle = (Math.PI * n) / points;
      return `${(Math.cos(angle) * radius).toFixed(1)} ${(Math.sin(angle) * radius).toFixed(1)}`;
    });
    return `M${corners.join("L")}z`;
  };
  const BURST = `<svg viewBox="-50 -50 100 100"><path d="${star(13, 49, 26)}"/><path d="${star(11, 35, 17)}"/><path d="${star(9, 20, 10)}"/></svg>`;
  const FLAME =
    '<svg viewBox="0 0 40 56"><path d="M19 55C7 55 2 46 3 37c1-8 7-11 8-20 4 3 6 6 6 10 4-6 6-14 3-24 10 6 18 19 17 33-1 11-8 19-18 19z"/><path d="M20 53c-7 0-10-5-9-11 1-5 5-7 6-13 6 5 12 9 12 15 0 5-4 9-9 9z"/></svg>';

  const box = (node) => node.getBoundingClientRect();
  const middle = (node) => {
    const { left, top, width, height } = box(node);
    return [left + width / 2, top + height / 2];
  };
  const elements = (selector) => [...document.querySelectorAll(selector)];
  const make = (kind, inside = "") => {
    const node = document.createElement("div");
    node.className = `moment-${kind}`;
    node.innerHTML = inside;
    return node;
  };

  // Of the page between its two bars, what lies open to the eye.
  const open = () => {
    const bar = document.querySelector(".live-bar");
    const question = document.querySelector(".question");
    const below = question && getComputedStyle(question).position === "sticky" ? box(question).top : innerHeight;
    return [Math.max(0, bar ? box(bar).bottom : 0), Math.min(innerHeight, below > 200 ? below : innerHeight)];
  };

  // Where the theatre stands: upon the table, as far as one sees it; else in the middle.
  const place = () => {
    const [top, bottom] = open();
    const table = document.querySelector(".table-top > *, .table-top");
    if (table) {
      const { left, width, ...at } = box(table).toJSON();
      const from = Math.max(top + 4, at.top);
      const to = Math.min(bottom - 4, Math.max(at.bottom, at.top + 240));
      if (to - from > 150) return { left, top: from, width, height: Math.min(to - from, innerWidth < 900 ? 330 : 420) };
    }
    const width = Math.min(innerWidth - 24, 560);
    const height = Math.min(300, bottom - top - 24);
    return { left: (innerWidth - width) / 2, top: top + Math.max(12, (bottom - top - height) / 3), width, height };
  };

  moments.Stage = class {
    // In a `frame`, an element of the page, it's small and silent, and knows no place outside of it.
    constructor(scene, said, rate = 1, frame = null) {
      this.rate = rate; // How much faster than usual everything moves.
      this.small = Boolean(frame);
      this.anims = new Set();
      this.closed = new Promise((done) => (this.done = done));
      this.layer = make("layer");
      this.layer.setAttribute("aria-hidden", "true"); // The story says the same in words.
      this.stage = make("stage");
      this.row = make("row");
      this.said = make("said");
      this.said.textContent = said;
      this.chips = make("chips"); // For seats whose place on the page is out of sight.
      this.stage.append(this.row, this.chips, this.said);
      this.layer.append(this.stage);
      this.layer.dataset.scene = scene;
      const at = frame ? box(frame).toJSON() : place();
      this.at = at;
      this.layer.classList.toggle("small", this.small);
      (frame ?? document.body).append(this.layer);
      if (frame) return;
      for (const side in at) this.stage.style[side] = `${at[side]}px`;
      // Who scrolls takes the theatre along with its table.
      const from = scrollY;
      this.follow = () => (this.layer.style.translate = `0 ${from - scrollY}px`);
      addEventListener("scroll", this.follow, { passive: true });
      // News may bring a question, and that is never covered.
      this.fit = () => {
        const room = open()[1] - 4 - box(this.stage).top;
        if (room < at.height) this.stage.style.height = `${Math.max(120, room)}px`;
      };
      document.addEventListener("htmx:afterSwap", this.fit);
    }

    // Nothing moves: a sentence at the lower end of the table, whose top stays in sight.
    stand() {
      this.layer.classList.add("still");
      this.stage.style.top = "auto";
      this.stage.style.bottom = `${innerHeight - this.at.top - this.at.height}px`;
    }

    beat(name) {
      this.layer.dataset.beat = name;
    }

    sound(name) {
      if (!this.small) moments.sound(name);
    }

    // One movement; whoever ends the moment ends it, and what waits for it never goes on.
    move(node, frames, duration, more = {}) {
      const { delay = 0, ...rest } = more;
      const anim = node.animate(frames, { duration: duration / this.rate, delay: delay / this.rate, easing: "ease-out", fill: "both", ...rest });
      this.anims.add(anim);
      anim.finished.catch(() => {}); // Most movements are waited for by nobody.
      return anim.finished;
    }

    wait(duration) {
      return this.move(this.layer, null, duration, { fill: "none" });
    }

    close() {
      if (!this.small) {
        removeEventListener("scroll", this.follow);
        document.removeEventListener("htmx:afterSwap", this.fit);
      }
      for (const anim of this.anims) anim.cancel();
      this.layer.remove();
      this.done();
    }

    // As large as they can be, all of them at once.
    put(things, largest = 84) {
      this.row.append(...things);
      const wide = things.reduce((sum, each) => {
        const { width, height } = each.viewBox?.baseVal ?? {};
        return sum + (height ? width / height : 0.75) + 0.08;
      }, 0);
      const room = (this.at.width - 40) * (this.at.height - (this.small ? 40 : 84));
      const high = Math.min(largest * (this.at.width > 600 ? 1.4 : 1), Math.sqrt(room / (wide * 1.25)), (this.at.width - 40) / Math.min(wide, 1.8));
      this.row.style.setProperty("--h", `${Math.max(18, this.small ? Math.min(high, this.at.height - 48) : high).toFixed(1)}px`);
      return things;
    }

    // The places on the page that stand for a seat: the nearest to the table first.
    places(seat) {
      return elements(`.match [data-seat="${seat}"]`).filter((each) => !each.matches("#story *") && box(each).height);
    }

    name(seat) {
      return this.places(seat)[0]?.querySelector(".name")?.textContent.trim() ?? "";
    }

    // The one of them that one sees; else a name on the stage.
    seat(seat) {
      const [top, bottom] = open();
      const seen = !this.small && this.places(seat).find((each) => box(each).top >= top - 8 && box(each).bottom <= bottom + 8);
      if (seen) return seen;
      let chip = this.chips.querySelector(`[data-chip="${seat}"]`);
      if (!chip) {
        chip = make("chip");
        chip.dataset.chip = seat;
        chip.textContent = this.name(seat);
        this.chips.append(chip);
        this.move(chip, [{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1 }], 160);
      }
      return chip;
    }

    spot(seat) {
      const node = this.seat(seat);
      const [x, y] = middle(node);
      const { right, width } = box(node);
      return [width > 240 ? right - 44 : x, y]; // Points stand at the end of a long row.
    }

    // Something that has left the stage and goes its own way, from here.
    loose(node, [x, y]) {
      const { left, top } = box(this.layer);
      node.style.left = `${x - left}px`;
      node.style.top = `${y - top}px`;
      this.layer.append(node);
      return node;
    }

    // In an arc to somebody's plate.
    async fly(thing, seat, wait = 0) {
      const { left, top, width, height } = box(thing);
      const node = make("flyer");
      node.append(thing.cloneNode(true));
      node.style.setProperty("--h", `${height}px`);
      node.style.width = `${width}px`;
      thing.style.visibility = "hidden";
      this.loose(node, [left, top]);
      const [x, y] = this.spot(seat);
      const [dx, dy] = [x - left - width / 2, y - top - height / 2];
      const turn = (Math.random() * 50 + 20) * (dx < 0 ? -1 : 1);
      const lift = Math.min(70, Math.abs(dx) / 3 + 24);
      const half = `${dx * 0.45}px ${dy * 0.4 - lift}px`;
      const frames = [
        { translate: "0 0", scale: 1, rotate: "0deg", easing: "ease-out" },
        { translate: half, scale: 1.12, rotate: `${turn * 0.6}deg`, easing: "ease-in", offset: 0.45 },
        { translate: `${dx}px ${dy}px`, scale: Math.min(1, 22 / height), rotate: `${turn}deg`, opacity: 1, offset: 0.96 },
        { translate: `${dx}px ${dy}px`, scale: 0.1, rotate: `${turn}deg`, opacity: 0 },
      ];
      await this.move(node, frames, 620, { delay: wait });
      node.remove();
    }

    // “+40”, counted up where it belongs, with the name of whose it is.
    async gain(seat, points, { named = false, still = false } = {}) {
      const [x, at] = this.spot(seat);
      const node = make("gain", "<b></b>");
      const y = this.seat(seat).dataset.chip ? at - 32 : at;
      node.classList.toggle("less", points < 0);
      if (named && !this.seat(seat).dataset.chip) node.append(this.name(seat));
      const number = node.firstChild;
      const write = (value) => (number.textContent = `${points < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`);
      write(points);
      this.loose(node, [x, y]);
      const { left, width } = box(this.layer);
      const half = node.offsetWidth / 2 + 6;
      node.style.left = `${Math.min(Math.max(x - left, half), width - half)}px`;
      if (still) return;
      const steps = Math.min(Math.abs(points), 14);
      write(steps > 1 ? 0 : points);
      this.move(node, [{ scale: 0.3, opacity: 0 }, { scale: 1.2, opacity: 1, offset: 0.6 }, { scale: 1 }], 260);
      for (let n = 1; n <= steps && steps > 1; n += 1) {
        await this.wait(30);
        write((points * n) / steps);
      }
      await this.move(node, [{ scale: 1 }, { scale: 1.3 }, { scale: 1 }], 220);
    }

    sparks([x, y], number, far, smoke = false) {
      for (let n = 0; n < number; n += 1) {
        const spark = !smoke || n % 3;
        const node = this.loose(make(spark ? "spark" : "smoke"), [x, y]);
        const angle = (Math.PI * 2 * (n + Math.random() * 0.7)) / number;
        const reach = far * (0.45 + Math.random() * 0.65);
        const [dx, dy] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
        const fall = spark ? reach * 0.5 + 24 : -30;
        const frames = [
          { translate: "0 0", scale: 0.4, opacity: 1, rotate: `${angle}rad` },
          { translate: `${dx}px ${dy}px`, scale: 1, opacity: 1, rotate: `${angle}rad`, offset: 0.45 },
          { translate: `${dx * 1.15}px ${dy + fall}px`, scale: spark ? 0.2 : 2.4, opacity: 0, rotate: `${angle + 1}rad` },
        ];
        this.move(node, frames, 650 + Math.random() * 450, { easing: "cubic-bezier(.1,.7,.4,1)" });
      }
    }

    // Bang: a drawn burst, sparks and smoke, and the table shakes.
    bang(point, size, { loud = true } = {}) {
      if (loud) this.sound("boom");
      const flash = this.loose(make("flash"), point);
      this.move(flash, [{ scale: 0, opacity: 1 }, { scale: size / 60, opacity: 0.9, offset: 0.25 }, { scale: size / 34, opacity: 0 }], 480);
      const burst = this.loose(make("burst", BURST), point);
      burst.style.setProperty("--size", `${size}px`);
      const frames = [
        { scale: 0.1, rotate: "-25deg", opacity: 1 },
        { scale: 1.12, rotate: "4deg", opacity: 1, offset: 0.28 },
        { scale: 1, rotate: "0deg", opacity: 1, offset: 0.6 },
        { scale: 1.35, rotate: "10deg", opacity: 0 },
      ];
      this.move(burst, frames, 620);
      this.sparks(point, loud ? 21 : 9, size * (loud ? 0.95 : 0.7), true);
      if (loud) this.shake(size > 150 ? 9 : 6);
    }

    around() {
      return this.small ? [] : elements(".live .table-top, .live .people, .live .story");
    }

    shake(far, nodes = this.around().concat(this.stage)) {
      const frames = Array.from({ length: 8 }, (_, n) => {
        const force = far * (1 - n / 7);
        return { translate: `${(n % 2 ? -1 : 1) * force}px ${((n * 5) % 7 ? 0.5 : -0.7) * force}px` };
      });
      for (const node of nodes) this.move(node, frames, 420, { fill: "none" });
    }

    flame() {
      return make("flame", FLAME);
    }
  };
  moments.middle = middle;
})();
