import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { fallback } from '../../../cms/features-texts.ts'
import { colorPageOf } from '../../../cms/venue/inks.ts'
import { pagesWithShareImage } from '../../../cms/venue/share-image.ts'
import { shareCard } from '../brand.ts'

const folder = 'public/share'
const maxBytes = 120_000

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const page of pagesWithShareImage) {
  const lines = fallback[page].hero.title.toUpperCase().split('\n')
  const svg = shareCard(colorPageOf(page), lines, {
    small: fallback.global.brand.tagline.toUpperCase(),
  })
  const png = await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 48, dither: 0, effort: 10 })
    .toBuffer()
  if (png.length > maxBytes) throw new Error(`${page}.png has ${png.length} bytes.`)
  writeFileSync(`${folder}/${page}.png`, png)
  console.log(page, Math.round(png.length / 1024), 'KB')
}
