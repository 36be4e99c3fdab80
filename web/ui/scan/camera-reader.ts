/** Reads barcodes from the camera, with the reader of the browser or else with one in JavaScript. */

/** Returns the code in the current picture of a video, or null. */
export type CameraReader = (video: HTMLVideoElement) => Promise<string | null>

type Detector = { detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The formats of order labels and product codes. */
const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'code_39', 'qr_code'] as const

/** One picture may fail. After this many failures in a row the reader does not work on this device. */
const MOST_FAILURES = 5

/** Opens a reader that works in this browser. */
export async function openCameraReader(): Promise<CameraReader> {
  const own = await ownReader().catch(() => null)
  return withFallback(own ?? (await scriptedReader()), scriptedReader)
}

/** Treats a failure as a picture without a code. After too many failures in a row it switches to another reader. */
export function withFallback(reader: CameraReader, another: () => Promise<CameraReader>): CameraReader {
  let read = reader
  let failures = 0
  return async (video) => {
    const found = await read(video).then(
      (code) => ({ code }),
      () => null,
    )
    failures = found === null ? failures + 1 : 0
    if (failures === MOST_FAILURES) read = await another()
    return found?.code ?? null
  }
}

async function ownReader(): Promise<CameraReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return null
  const known = await BarcodeDetector.getSupportedFormats()
  const formats = FORMATS.filter((format) => known.includes(format))
  if (!formats.includes('code_128') || !formats.includes('ean_13')) return null
  const detector = new BarcodeDetector({ formats })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

/** A picture of this width shows the bars well enough and is read within a few milliseconds. */
const WIDTH = 960

async function scriptedReader(): Promise<CameraReader> {
  const read = await openBrightnessReader()
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (!drawing || video.videoWidth === 0) return null
    canvas.width = Math.min(WIDTH, video.videoWidth)
    canvas.height = Math.round((canvas.width / video.videoWidth) * video.videoHeight)
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
    return read(brightnessOf(drawing.getImageData(0, 0, canvas.width, canvas.height).data), canvas.width, canvas.height)
  }
}

/** Opens a reader of codes in pictures given as the brightness of each pixel. */
export async function openBrightnessReader(): Promise<
  (light: Uint8ClampedArray, width: number, height: number) => Promise<string | null>
> {
  const { readBarcode } = await import('./barcode-readers.ts')
  return async (light, width, height) => readBarcode(light, width, height)
}

/** Returns the brightness of each pixel, from its red, green, blue and opacity values. */
export function brightnessOf(points: Uint8ClampedArray): Uint8ClampedArray {
  const light = new Uint8ClampedArray(points.length / 4)
  for (let at = 0; at < light.length; at += 1) {
    const from = at * 4
    light[at] = ((points[from] ?? 0) * 77 + (points[from + 1] ?? 0) * 151 + (points[from + 2] ?? 0) * 28) >> 8
  }
  return light
}
