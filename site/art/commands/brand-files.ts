import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { mailColorsOf } from '../../../cms/venue/mail-colors.ts'
import { rooms } from '../../../cms/venue/rules.ts'
import { logos, mailDoor } from '../brand.ts'

// Writes the logos of the branding page as SVG files, and the logos `ink` and `paper` also as PNG files. Also writes
// `door-<page>.png`, the picture of a door in the header of mails, once for the colours of each page.
const folder = path.resolve('public/brand')
const pngWidths = { mark: 512, wordmark: 1200, lockup: 1200, stack: 800 }

mkdirSync(folder, { recursive: true })
for (const [colour, shapes] of Object.entries(logos)) {
  for (const [shape, svg] of Object.entries(shapes)) {
    const name = path.join(folder, `${shape}-${colour}`)
    const drawing = svg.replaceAll('currentColor', '#000000')
    writeFileSync(`${name}.svg`, `${drawing}\n`)
    // The logos in one colour have no PNG files.
    if (colour === 'one') continue
    const width = pngWidths[shape as keyof typeof pngWidths]
    await sharp(Buffer.from(drawing), { density: 600 })
      .resize({ width })
      .png({ palette: true, effort: 10 })
      .toFile(`${name}.png`)
  }
}

for (const page of ['home', ...rooms] as const) {
  await sharp(Buffer.from(mailDoor(mailColorsOf(page))), { density: 600 })
    .resize({ width: 192 })
    .png({ palette: true, colours: 16, effort: 10 })
    .toFile(path.join(folder, `door-${page}.png`))
}
