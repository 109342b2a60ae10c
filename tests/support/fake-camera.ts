import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { encode } from 'uqr'

const size = { width: 640, height: 480 }
const framesPerSecond = 5

/** What the camera sees, and for how many seconds. `code`: the text of a QR code; null: nothing. */
export type Scene = { code: string | null; seconds: number }

/**
 * Writes a video of QR codes that Chromium shows instead of a camera, again and again
 * (`--use-file-for-fake-video-capture`). Source of the format: wiki.multimedia.cx/index.php/YUV4MPEG2.
 */
export async function writeCameraFile(file: string, scenes: readonly Scene[]): Promise<void> {
  const { width, height } = size
  const out = createWriteStream(file)
  out.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
  for (const { code, seconds } of scenes) {
    const picture = pictureOf(code)
    for (let frame = 0; frame < seconds * framesPerSecond; frame++) {
      out.write('FRAME\n')
      if (!out.write(picture)) await once(out, 'drain')
    }
  }
  out.end()
  await once(out, 'finish')
}

/** A frame: its brightness, then both colours at a quarter of the size. */
function pictureOf(code: string | null): Buffer {
  const { width, height } = size
  const picture = Buffer.alloc((width * height * 3) / 2, 128)
  picture.fill(110, 0, width * height)
  if (code === null) return picture
  const { data, size: modules } = encode(code, { border: 4 })
  const scale = Math.floor(height / modules)
  const left = Math.floor((width - modules * scale) / 2)
  const top = Math.floor((height - modules * scale) / 2)
  for (let y = 0; y < modules * scale; y++) {
    for (let x = 0; x < modules * scale; x++) {
      const isDark = data[Math.floor(y / scale)]?.[Math.floor(x / scale)]
      picture[(top + y) * width + left + x] = isDark ? 20 : 230
    }
  }
  return picture
}

/** The arguments with which Chromium shows the file, and asks nobody. */
export const cameraArguments = (file: string): string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]
