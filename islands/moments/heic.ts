export type DecodedHeic = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

const timeoutMs = 60_000

/** Decodes a HEIC picture in a worker of its own, so that the page stays usable. @throws Error if it can’t */
export async function decodeHeic(file: Blob): Promise<ImageBitmap> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
  try {
    const bytes = await file.arrayBuffer()
    const decoded = await new Promise<DecodedHeic>((resolve, reject) => {
      setTimeout(() => reject(new Error('This picture took too long.')), timeoutMs)
      worker.onmessage = ({ data }: MessageEvent<DecodedHeic | null>) =>
        data ? resolve(data) : reject(new Error('This HEIC picture can’t be read.'))
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage(bytes, [bytes])
    })
    return await createImageBitmap(new ImageData(decoded.data, decoded.width, decoded.height))
  } finally {
    worker.terminate()
  }
}
