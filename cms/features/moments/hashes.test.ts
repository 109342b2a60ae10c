import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { hashesOf } from './hashes.ts'
import { differingBits, lookalikeBits } from './rules.ts'

/** A drawing of some shapes. @param seed others give other drawings */
const drawing = (seed: number) => {
  const shape = (index: number) => {
    const [x, y, r] = [7919, 104729, 1299709].map((prime) => ((index + seed) * prime) % 997)
    const tone = ((index + 3) * (seed + 5) * 37) % 256
    return `<ellipse cx="${x}" cy="${(y ?? 0) * 0.7}" rx="${40 + (r ?? 0) / 6}" ry="${30 + (r ?? 0) / 9}" fill="rgb(${tone},${255 - tone},${(tone * 3) % 256})"/>`
  }
  const shapes = Array.from({ length: 12 }, (_, index) => shape(index + 1)).join('')
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="700"><rect width="1000" height="700" fill="#eee"/>${shapes}</svg>`,
    ),
  )
}
const hashesOfPicture = async (picture: Sharp) => {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return hashesOf({ data, width: info.width, height: info.height, channels: info.channels as 3 })
}
const distance = async (one: Sharp, other: Sharp) => {
  const [of, to] = [await hashesOfPicture(one), await hashesOfPicture(other)]
  return Math.min(...of.flatMap((each) => to.map((hash) => differingBits(each, hash))))
}
const png = async (picture: Sharp) => sharp(await picture.png().toBuffer())

test.each([
  ['cropped by 5 % at the left', { left: 50, top: 0, width: 950, height: 700 }],
  ['cropped by 5 % at the foot', { left: 0, top: 0, width: 1000, height: 665 }],
  ['cropped by 5 % all around', { left: 50, top: 35, width: 900, height: 630 }],
  ['cropped by 5 % at one corner', { left: 50, top: 35, width: 950, height: 665 }],
])('a picture %s looks like the picture', async (_, part) => {
  for (const seed of [1, 2]) {
    const cropped = await png(drawing(seed).extract(part))
    expect(await distance(drawing(seed), cropped)).toBeLessThanOrEqual(lookalikeBits)
  }
})

test('a picture that was scaled and saved again with less quality looks like the picture', async () => {
  const again = sharp(await drawing(4).resize(480).jpeg({ quality: 40 }).toBuffer())
  expect(await distance(drawing(4), again)).toBeLessThanOrEqual(lookalikeBits)
})

test('other pictures do not look alike', async () => {
  for (const seed of [1, 2, 3]) {
    expect(await distance(drawing(seed), drawing(seed + 10))).toBeGreaterThan(lookalikeBits)
  }
})
