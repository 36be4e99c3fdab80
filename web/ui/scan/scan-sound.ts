/** Plays the sound of a scan: one high tone if it fits, two low tones if not. */

let context: AudioContext | undefined

type Tone = { readonly hertz: number; readonly after: number; readonly length: number }

const SOUNDS = {
  fits: [{ hertz: 1320, after: 0, length: 0.07 }],
  full: [
    { hertz: 1320, after: 0, length: 0.07 },
    { hertz: 1760, after: 0.09, length: 0.12 },
  ],
  wrong: [
    { hertz: 220, after: 0, length: 0.16 },
    { hertz: 196, after: 0.2, length: 0.24 },
  ],
} as const satisfies Record<string, readonly Tone[]>

/** Loud enough for a workshop, and not painful beside the tablet. */
const VOLUME = 0.2

export type ScanSound = keyof typeof SOUNDS

/** Plays a sound. Does nothing on a device that cannot play one. */
export function playScanSound(sound: ScanSound): void {
  if (typeof AudioContext === 'undefined') return
  const audio = (context ??= new AudioContext())
  void audio.resume()
  for (const { hertz, after, length } of SOUNDS[sound]) {
    const start = audio.currentTime + after
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(VOLUME, start)
    // The volume fades, so that the tone ends without a click.
    volume.gain.exponentialRampToValueAtTime(0.001, start + length)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + length)
  }
}
