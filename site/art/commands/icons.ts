import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { inksOf } from '../../../cms/venue/inks.ts'
import { appIcon, favicon, mark } from '../brand.ts'

const { paper, ink, spotA } = inksOf('home')
const halftoneSize = 1600

mkdirSync('public/icons', { recursive: true })
mkdirSync('public/press', { recursive: true })

const write = (file: string, content: string | Buffer) => {
  writeFileSync(`public/${file}`, content)
  console.log(file, content.length)
}
const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 300 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toBuffer()

const small = favicon({ ink, spot: spotA })
write('favicon.svg', small)
write('favicon.ico', icoOf(await png(favicon({ ink, spot: spotA, ground: paper }), 32), 32))
const app = appIcon()
write('icons/icon-192.png', await png(app, 192))
write('icons/icon-512.png', await png(app, 512))
write('icons/icon-maskable-512.png', await png(app, 512))
write('icons/apple-touch-icon.png', await png(app, 180))

// The transition overlay's images: the logo and a halftone.
write('press/logo.svg', mark({ ink, spot: spotA }))
write('../site/press/halftone.svg', halftoneOf(halftoneSize))

/**
 * A halftone that fades from the lower left to the upper right. Each row of dots is one line with
 * zero-length dashes and round caps.
 */
function halftoneOf(size: number): string {
  const pitch = 27
  const reach = size * 0.75
  const rows: string[] = []
  for (let y = reach; y > -reach; y -= pitch) {
    const radius = pitch * 0.68 * Math.sqrt((y + reach) / (2 * reach)) - 1.5
    if (radius < 1.5) continue
    const start = -reach + (rows.length % 2) * pitch
    rows.push(`<path stroke-width="${(radius * 2).toFixed(1)}" d="M${start} ${y}H${reach}"/>`)
  }
  const middle = size / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" aria-hidden="true"><g transform="translate(${middle} ${middle})rotate(24)" stroke="#000" stroke-linecap="round" stroke-dasharray="0 ${pitch * 2}">${rows.join('')}</g></svg>
`
}

/** Wraps one PNG in an ICO container. Source: Microsoft's ICO format, 2006. */
function icoOf(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}
