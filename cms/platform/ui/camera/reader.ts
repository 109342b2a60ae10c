/** Finds the text of a QR code in a picture; null if there is none. */
export type CodeReader = (picture: HTMLCanvasElement) => Promise<string | null>

type Detector = { detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Pictures are read at this width and height at most: a code that fills half of it has four pixels a module. */
export const pictureSize = 480

/**
 * The browser's own detector, else ZXing (C++ as WebAssembly, 320 KB).
 * @param program the URL of `zxing_reader.wasm`
 * @throws Error if neither works
 */
export async function loadReader(program: string): Promise<CodeReader> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats: string[] = (await own?.getSupportedFormats().catch(() => [])) ?? []
  if (own && formats.includes('qr_code')) {
    const detector = new own({ formats: ['qr_code'] })
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null
  }
  const { loadZxing } = await import('./zxing.ts')
  return loadZxing(program)
}
