// As much of a browser as the scripts under test touch, with a clock that only moves when a test says so.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const VOID = new Set(["br", "circle", "input"]);
const split = (selectors) => selectors.split(/,(?![^(]*\))/).map((each) => each.trim());
const hyphened = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

// One compound selector: a tag, an id, classes, attributes, `:is()` and `:not()`.
const fits = (node, compound) =>
  compound.match(/\*|[.#]?[\w-]+|\[[^\]]+\]|:\w+\((?:[^()]|\([^)]*\))*\)/g).every((part) => {
    if (part === "*") return true;
    if (part[0] === "#") return node.id === part.slice(1);
    if (part[0] === ".") return node.classList.contains(part.slice(1));
    if (part[0] === "[") {
      const [, name, value] = /^\[([\w-]+)(?:="?([^"\]]*)"?)?\]$/.exec(part);
      return node.hasAttribute(name) && (value === undefined || node.getAttribute(name) === value);
    }
    if (part[0] === ":") return node.matches(part.slice(part.indexOf("(") + 1, -1)) === part.startsWith(":is(");
    return node.tagName === part.toUpperCase();
  });

const found = (node, steps) => {
  const [last, ...before] = steps;
  if (!fits(node, last)) return false;
  if (!before.length) return true;
  if (before[0] === ">") return Boolean(node.parent && found(node.parent, before.slice(1)));
  for (let above = node.parent; above; above = above.parent) if (found(above, before)) return true;
  return false;
};

export class Element {
  attributes = new Map();
  children = [];
  parent = null;
  words = "";
  inert = false;
  style = { setProperty() {}, getPropertyValue: () => "" };
  at = { left: 10, top: 110, width: 100, height: 40 };
  offsetHeight = 40;
  offsetWidth = 40;
  scrollTop = 0;
  clientHeight = 400;

  constructor(page, tag) {
    this.page = page;
    this.tagName = tag.toUpperCase();
    this.dataset = new Proxy(
      {},
      {
        get: (_, name) => this.attributes.get(hyphened(name)),
        set: (_, name, value) => Boolean(this.attributes.set(hyphened(name), String(value))),
        has: (_, name) => this.attributes.has(hyphened(name)),
        deleteProperty: (_, name) => this.attributes.delete(hyphened(name)) || true,
      },
    );
    const names = () => this.className.split(" ").filter(Boolean);
    const wear = (all) => this.setAttribute("class", [...new Set(all)].join(" "));
    this.classList = {
      contains: (each) => names().includes(each),
      add: (each) => wear([...names(), each]),
      remove: (each) => wear(names().filter((other) => other !== each)),
      toggle: (each, on) => (on ? this.classList.add(each) : this.classList.remove(each)),
    };
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  get form() {
    return this.closest("form");
  }
  get type() {
    return this.getAttribute("type") ?? "";
  }
  get hidden() {
    return this.hasAttribute("hidden");
  }
  set hidden(value) {
    if (value) this.setAttribute("hidden", "");
    else this.removeAttribute("hidden");
  }
  get value() {
    return this.typed ?? this.defaultValue;
  }
  set value(value) {
    this.typed = value;
  }

  get textContent() {
    return this.tagName === "TEMPLATE" ? "" : this.words + this.children.map((each) => each.textContent).join("");
  }
  set textContent(value) {
    this.replaceChildren();
    this.words = String(value);
  }
  get innerHTML() {
    return this.written ?? "";
  }
  set innerHTML(html) {
    this.written = html;
    this.replaceChildren(...parse(this.page, html));
  }
  get content() {
    return this;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get firstChild() {
    return this.firstElementChild;
  }
  get nextElementSibling() {
    return this.parent?.children[this.parent.children.indexOf(this) + 1] ?? null;
  }
  get isConnected() {
    return this === this.page.document.documentElement || Boolean(this.parent?.isConnected);
  }

  append(...nodes) {
    for (const node of nodes) {
      if (!(node instanceof Element)) {
        this.words += node;
        continue;
      }
      node.remove();
      node.parent = this;
      this.children.push(node);
      node.onload && queueMicrotask(() => (this.page.refusing ? node.onerror() : node.onload()));
    }
  }
  replaceChildren(...nodes) {
    this.words = "";
    for (const node of [...this.children]) node.remove();
    this.append(...nodes);
  }
  replaceWith(node) {
    const { parent } = this;
    parent.children.splice(parent.children.indexOf(this), 1, node);
    node.parent = parent;
    this.parent = null;
  }
  remove() {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }
  // The words of an element count as one text, before its children.
  get childNodes() {
    const element = this;
    const text = {
      nodeType: 3,
      get data() {
        return element.words;
      },
      set data(words) {
        element.words = words;
      },
    };
    return [text, ...this.children];
  }
  cloneNode() {
    const copy = new Element(this.page, this.tagName);
    copy.attributes = new Map(this.attributes);
    copy.words = this.words;
    copy.append(...this.children.map((each) => each.cloneNode(true)));
    return copy;
  }

  contains(node) {
    return node === this || Boolean(node?.parent && this.contains(node.parent));
  }
  matches(selectors) {
    return split(selectors).some((each) => found(this, each.match(/>|(?:[^\s>([]|\[[^\]]*\]|\((?:[^()]|\([^)]*\))*\))+/g).reverse()));
  }
  closest(selectors) {
    return this.matches(selectors) ? this : (this.parent?.closest(selectors) ?? null);
  }
  // What lies in a template is no part of the page.
  querySelectorAll(selectors) {
    const inside = this.children.flatMap((each) => [each, ...(each.tagName === "TEMPLATE" ? [] : each.querySelectorAll("*"))]);
    return inside.filter((each) => each.matches(selectors));
  }
  querySelector(selectors) {
    return this.querySelectorAll(selectors)[0] ?? null;
  }

  focus() {
    this.page.document.activeElement = this;
  }
  scrollIntoView() {}
  click() {
    this.page.fire("click", { target: this });
  }
  getBoundingClientRect() {
    const { left, top, width, height } = this.at;
    const box = { left, top, width, height, right: left + width, bottom: top + height };
    return { ...box, toJSON: () => box };
  }
  animate(_, { duration = 0, delay = 0, iterations = 1 }) {
    const { page } = this;
    let end;
    const finished = new Promise((done, fail) => {
      const timer = page.setTimeout(done, delay + duration * iterations);
      end = () => {
        page.clearTimeout(timer);
        fail(Object.assign(new Error("ended"), { name: "AbortError" }));
      };
    });
    return { finished, cancel: () => end() };
  }
}

const MIRRORED = { id: "id", className: "class", href: "href", name: "name", type: "type", dateTime: "datetime", defaultValue: "value" };
for (const [property, attribute] of Object.entries(MIRRORED)) {
  Object.defineProperty(Element.prototype, property, {
    get() {
      return this.getAttribute(attribute) ?? "";
    },
    set(value) {
      this.setAttribute(attribute, value);
    },
  });
}

const parse = (page, html) => {
  const root = new Element(page, "body");
  let open = root;
  for (const [, closing, tag, given, words] of html.matchAll(/<(\/?)(\w+)((?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?)*)\s*\/?>|([^<]+)/g)) {
    if (words) {
      if (words.trim()) open.words += words;
    } else if (closing) open = open.parent;
    else {
      const node = new Element(page, tag);
      for (const [, name, one, two] of given.matchAll(/([\w:-]+)(?:="([^"]*)"|='([^']*)')?/g)) node.setAttribute(name, one ?? two ?? "");
      open.append(node);
      if (!VOID.has(tag) && !/\/$/.test(given)) open = node;
    }
  }
  return [...root.children];
};

export class Page {
  now = Date.parse("2026-11-28T12:00:00Z");
  listeners = [];
  timers = new Map();
  asked = []; // What htmx was asked to do.
  fetched = [];
  streams = [];
  refusing = false;
  numbers = 0;

  constructor(html, { lang = "en", data = {}, more = {} } = {}) {
    const page = this;
    const root = new Element(this, "html");
    const document = {
      documentElement: root,
      visibilityState: "visible",
      title: "Table 7",
      currentScript: new Element(this, "script"),
      createElement: (tag) => new Element(this, tag),
      getElementById: (id) => (id ? root.querySelector(`#${id}`) : null),
      querySelector: (selectors) => root.querySelector(selectors),
      querySelectorAll: (selectors) => root.querySelectorAll(selectors),
      addEventListener: (...listener) => this.listen(...listener),
      removeEventListener: (...listener) => this.unlisten(...listener),
      dispatchEvent: (event) => this.fire(event.type, { detail: event.detail }),
    };
    this.document = document;
    root.lang = lang;
    Object.assign(root.dataset, data);
    for (const part of ["head", "body"]) {
      document[part] = document.createElement(part);
      root.append(document[part]);
    }
    document.body.append(...parse(this, html));
    document.activeElement = document.body;
    class EventSource extends EventTarget {
      static CONNECTING = 0;
      static OPEN = 1;
      static CLOSED = 2;
      readyState = 0;
      constructor(url) {
        super();
        this.url = url;
        page.streams.push(this);
      }
      close() {
        this.readyState = 2;
      }
    }
    class FormData extends Map {
      constructor(form) {
        super(form.querySelectorAll("[name]:not(button)").map((field) => [field.name, field.value]));
      }
      append(name, value) {
        this.set(name, value);
      }
    }
    class DOMParser {
      parseFromString(text) {
        const body = new Element(page, "body");
        body.append(...parse(page, text));
        body.getElementById = (id) => body.querySelector(`#${id}`);
        return body;
      }
    }
    this.window = Object.assign(
      {
        document,
        CustomEvent: class {
          constructor(type, { detail } = {}) {
            Object.assign(this, { type, detail });
          }
        },
        DOMParser,
        Element,
        EventSource,
        FormData,
        HTMLElement: Element,
        HTMLButtonElement: { prototype: { interestForElement: null } }, // Tips need no script.
        MessageEvent,
        Node: { TEXT_NODE: 3 },
        URLSearchParams,
        addEventListener: (...listener) => this.listen(...listener),
        removeEventListener: (...listener) => this.unlisten(...listener),
        clearInterval: (id) => this.clearTimeout(id),
        clearTimeout: (id) => this.clearTimeout(id),
        fetch: async (url, request) => {
          this.fetched.push({ url, ...request });
          return this.answer();
        },
        getComputedStyle: () => ({ position: "static", getPropertyValue: () => "red" }),
        htmx: {
          ajax: async (verb, url, { values = [] }) => void this.asked.push({ verb, url, values: Object.fromEntries(values) }),
          trigger: (target, event) => this.asked.push(`${event} ${target}`),
        },
        innerHeight: 800,
        innerWidth: 1000,
        location: { pathname: "/m/7/", reload: () => this.asked.push("reload") },
        matchMedia: () => ({ matches: false }),
        navigator: {},
        performance: { getEntriesByType: () => [], now: () => this.now },
        requestAnimationFrame: (run) => this.setTimeout(() => run(this.now), 16),
        scrollY: 0,
        sessionStorage: { getItem: () => null, setItem() {}, removeItem() {} },
        setInterval: (run, every) => this.setTimeout(run, every, every),
        setTimeout: (run, after) => this.setTimeout(run, after),
      },
      more,
    );
    this.window.window = this.window;
    vm.createContext(this.window);
    vm.runInContext("Date", this.window).now = () => this.now;
  }

  $(id) {
    return this.document.getElementById(id);
  }

  run(...names) {
    for (const name of names) {
      const file = new URL(`../../static/${name}.js`, import.meta.url);
      vm.runInContext(readFileSync(file, "utf8"), this.window, { filename: file.pathname });
    }
    return this;
  }

  // -- Events --------------------------------------------------------------------------------------

  listen(type, heard, how) {
    this.listeners.push({ type, heard, first: how === true });
  }
  unlisten(type, heard) {
    this.listeners = this.listeners.filter((each) => each.type !== type || each.heard !== heard);
  }
  // To those that capture first, as from any element of the page.
  fire(type, more = {}) {
    let stopped = false;
    const event = {
      type,
      target: this.document.body,
      defaultPrevented: false,
      preventDefault: () => (event.defaultPrevented = true),
      stopImmediatePropagation: () => (stopped = true),
      ...more,
    };
    const all = this.listeners.filter((each) => each.type === type);
    for (const each of [...all.filter(({ first }) => first), ...all.filter(({ first }) => !first)]) if (!stopped) each.heard(event);
    return event;
  }
  look(state) {
    this.document.visibilityState = state;
    this.fire("visibilitychange");
  }

  // -- Time ----------------------------------------------------------------------------------------

  setTimeout(run, after = 0, every = 0) {
    this.numbers += 1;
    this.timers.set(this.numbers, { run, at: this.now + after, every });
    return this.numbers;
  }
  clearTimeout(id) {
    this.timers.delete(id);
  }
  async pass(duration = 0) {
    const end = this.now + duration;
    const settled = () => new Promise(setImmediate);
    await settled();
    for (;;) {
      const [id, next] = [...this.timers].filter(([, { at }]) => at <= end).sort(([, one], [, two]) => one.at - two.at)[0] ?? [];
      if (!next) break;
      this.now = Math.max(this.now, next.at);
      if (next.every) next.at += next.every;
      else this.timers.delete(id);
      next.run();
      await settled();
    }
    this.now = end;
  }
}

// What a server answers a `fetch` with.
export const answered = (html, headers = {}) => () => ({
  type: "basic",
  headers: { get: (name) => headers[name] ?? null },
  text: async () => html,
});
