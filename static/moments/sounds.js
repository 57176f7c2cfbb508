// The sounds of a moment, made on the spot: no files. Fetched for who asked only (data-sound="on"); they feel it, too.
(() => {
  "use strict";
  const { moments } = window.slowfuse;
  let context = null;
  let out = null;
  let volume = null;

  const open = () => {
    context ??= new AudioContext();
    if (!out) {
      out = context.createDynamicsCompressor(); // A boom above a hiss must not crackle.
      volume = context.createGain();
      out.connect(volume).connect(context.destination);
    }
    volume.gain.value = ((document.documentElement.dataset.volume ?? 4) / 4) ** 2; // Half of it is heard as less than half.
    if (context.state === "suspended") context.resume();
  };

  // Loudness of a part: quickly there, gone by the end.
  const fading = (at, duration, loud) => {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + Math.min(0.02, duration / 4));
    gain.gain.exponentialRampToValueAtTime(0.0001, at + duration);
    gain.connect(out);
    return gain;
  };

  const noise = (wait, duration, type, from, to, loud) => {
    const at = context.currentTime + wait;
    const source = context.createBufferSource();
    const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * duration), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
    source.buffer = buffer; // Filled before: some browsers take a copy here.
    const filter = context.createBiquadFilter();
    filter.type = type;
    filter.frequency.setValueAtTime(from, at);
    filter.frequency.exponentialRampToValueAtTime(to, at + duration);
    source.connect(filter).connect(fading(at, duration, loud));
    source.start(at);
  };

  const tone = (wait, duration, type, from, to, loud) => {
    const at = context.currentTime + wait;
    const source = context.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(from, at);
    source.frequency.exponentialRampToValueAtTime(to, at + duration);
    source.connect(fading(at, duration, loud));
    source.start(at);
    source.stop(at + duration);
  };

  const SOUNDS = {
    hiss: () => noise(0, 0.6, "highpass", 5200, 2600, 0.12),
    boom: () => {
      noise(0, 0.9, "lowpass", 1400, 60, 0.9);
      tone(0, 0.7, "sine", 110, 28, 0.9);
    },
    flip: () => noise(0, 0.05, "bandpass", 2400, 1200, 0.25),
    rattle: () => {
      for (let n = 0; n < 6; n += 1) noise(n * 0.09 + Math.random() * 0.04, 0.04, "bandpass", 1900, 900, 0.5);
    },
    zap: () => tone(0, 0.28, "sawtooth", 1900, 90, 0.16),
    coin: () => {
      tone(0, 0.09, "triangle", 988, 988, 0.2);
      tone(0.07, 0.22, "triangle", 1319, 1319, 0.2);
    },
    chime: () => {
      for (const [n, pitch] of [523, 659, 784, 1047].entries()) tone(n * 0.11, 0.6, "triangle", pitch, pitch, 0.22);
    },
  };
  const BUZZES = { boom: [30, 30, 120], zap: [25], rattle: [12, 60, 12, 60, 12], chime: [20, 90, 40] };

  moments.hear = (name) => {
    try {
      open();
      SOUNDS[name]();
    } catch {
      // No device to hear it on: a moment needs no sound.
    }
    if (BUZZES[name]) navigator.vibrate?.(BUZZES[name]);
  };
})();
