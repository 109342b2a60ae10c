import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** @param program the URL of `zxing_reader.wasm` @throws Error if the browser can't run it */
export async function loadZxing(
  program: string,
): Promise<(picture: HTMLCanvasElement) => Promise<string | null>> {
  await prepareZXingModule({
    overrides: { locateFile: () => program },
    fireImmediately: true,
  })
  return async (picture) => {
    const context = picture.getContext('2d', { willReadFrequently: true })
    if (!context || !picture.width) return null
    const data = context.getImageData(0, 0, picture.width, picture.height)
    const [found] = await readBarcodes(data, {
      ...{ formats: ['QRCode'], maxNumberOfSymbols: 1 },
      // Screens in the dark are read inverted too; a code is never mirrored or upside down in a way that matters.
      ...{ tryHarder: false, tryRotate: false, tryInvert: true, tryDownscale: true },
    })
    return found?.isValid ? found.text : null
  }
}
