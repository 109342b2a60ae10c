import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { mailColorsOf } from '../../../cms/venue/mail-colors.ts'
import { rooms } from '../../../cms/venue/rules.ts'
import { logos, mailDoor } from '../brand.ts'

// Writes the logo files of the branding page as SVG, the coloured ones also as PNG, and the doors for mails.
const folder = path.resolve('public/brand')
const pngWidths = { mark: 512, wordmark: 1200, lockup: 1200, stack: 800 }

mkdirSync(folder, { recursive: true })
for (const [colour, shapes] of Object.entries(logos)) {
  for (const [shape, svg] of Object.entries(shapes)) {
    const name = path.join(folder, `${shape}-${colour}`)
    const drawing = svg.replaceAll('currentColor', '#000000')
    writeFileSync(`${name}.svg`, `${drawing}\n`)
    if (colour === 'one') continue
    const width = pngWidths[shape as keyof typeof pngWidths]
    await sharp(Buffer.from(drawing), { density: 600 })
      .resize({ width })
      .png({ palette: true, effort: 10 })
      .toFile(`${name}.png`)
  }
}

for (const sheet of ['home', ...rooms] as const) {
  await sharp(Buffer.from(mailDoor(mailColorsOf(sheet))), { density: 600 })
    .resize({ width: 192 })
    .png({ palette: true, colours: 16, effort: 10 })
    .toFile(path.join(folder, `door-${sheet}.png`))
}
