import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { type DemoPicture, demoPicturesFolder } from '../../../cms/media/demo/prints.ts'
import { renderPicture } from '../../../cms/media/renditions.ts'
import { scenes } from '../index.ts'

const effort = 4

rmSync(demoPicturesFolder, { recursive: true, force: true })
mkdirSync(demoPicturesFolder, { recursive: true })
const pictures: DemoPicture[] = []
for (const { name, alt, focal, svg } of scenes) {
  const drawn = await sharp(Buffer.from(svg)).png().toBuffer()
  const { files, original, ...facts } = await renderPicture(drawn, effort)
  const write = (width: number, format: string, bytes: Buffer) =>
    writeFileSync(path.join(demoPicturesFolder, `${name}-${width}.${format}`), bytes)
  for (const { width, format, bytes } of files) write(width, format, bytes)
  write(0, 'webp', original)
  const made = files.map(({ width, format }) => ({ width, format }))
  pictures.push({ name, alt, focal, ...facts, files: made })
  console.log(name, Math.round(original.length / 1024), 'KB')
}
writeFileSync(
  path.join(demoPicturesFolder, 'prints.json'),
  `${JSON.stringify(pictures, null, 2)}\n`,
)
