import type { Tone } from './outcome.ts'

/** By tone: frequencies in Hz, each with its duration in ms. Heard in a noisy room, and different without looking. */
const notes: Record<Tone, readonly (readonly [hz: number, ms: number])[]> = {
  yes: [
    [880, 90],
    [1320, 160],
  ],
  ask: [
    [620, 140],
    [0, 70],
    [620, 140],
  ],
  no: [
    [210, 260],
    [0, 60],
    [160, 420],
  ],
}
const vibrations: Record<Tone, number[]> = { yes: [80], ask: [90, 70, 90], no: [320, 90, 320] }

let context: AudioContext | null = null

/** Browsers allow sound only after a tap, so this is called in one. */
export function allowSound(): void {
  try {
    context ??= new AudioContext()
    void context.resume()
  } catch {
    // The colour, the words and the vibration remain.
  }
}

/** Plays the sound of a result, and vibrates. */
export function signal(tone: Tone): void {
  navigator.vibrate?.(vibrations[tone])
  if (context?.state !== 'running') return
  let at = context.currentTime + 0.01
  for (const [hz, ms] of notes[tone]) {
    const until = at + ms / 1000
    if (hz) {
      const [oscillator, volume] = [context.createOscillator(), context.createGain()]
      oscillator.type = tone === 'no' ? 'square' : 'triangle'
      oscillator.frequency.value = hz
      volume.gain.setValueAtTime(0.0001, at)
      volume.gain.exponentialRampToValueAtTime(0.7, at + 0.01)
      volume.gain.setValueAtTime(0.7, until - 0.03)
      volume.gain.exponentialRampToValueAtTime(0.0001, until)
      oscillator.connect(volume).connect(context.destination)
      oscillator.start(at)
      oscillator.stop(until)
    }
    at = until
  }
}
