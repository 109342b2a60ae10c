import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  animatedPictures,
  displayablePictures,
  photograph,
  unusablePictures,
} from '../../../tests/support/pictures.ts'
import { decodePicture, PictureError } from './decode.ts'

test.each(Object.entries(displayablePictures))('%s is decoded', async (_, make) => {
  const { width, height } = await decodePicture(await make())
  expect(width).toBeGreaterThanOrEqual(600)
  expect(height).toBeGreaterThanOrEqual(400)
})

test.each(Object.entries(unusablePictures))(
  '%s is refused with the reason and what to do',
  async (_, [make, reason]) => {
    const error = await decodePicture(await make()).catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(PictureError)
    expect((error as Error).message).toMatch(reason)
  },
)

test.each(Object.entries(animatedPictures))(
  '%s becomes a still of its first frame',
  async (_, make) => {
    const source = await make()
    const { isAnimation, data, width, channels, height } = await decodePicture(source)
    expect(isAnimation).toBe(true)
    expect(data).toHaveLength(width * height * channels)
  },
)

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a %s picture is no animation',
  async (format) => {
    const source = await sharp(await photograph(60, 40))
      .toFormat(format)
      .toBuffer()
    expect((await decodePicture(source)).isAnimation).toBe(false)
  },
)

test('a picture taller than WebP files can be is scaled down', async () => {
  const source = await sharp({
    create: { width: 1000, height: 20_000, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  expect(await decodePicture(source)).toMatchObject({ width: 819, height: 16_383 })
})

describe('a JPEG of which a part was overwritten by zeros', () => {
  /** Pixels from a fixed sequence of numbers that look random; `depth` is how far they differ from a slope. */
  const uneven = (depth: number) => {
    let state = 1
    const pixels = Buffer.from(
      Array.from({ length: 600 * 400 * 3 }, (_, at) => {
        state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
        return (Math.floor(at / 5400) + ((state >> 16) % depth)) & 255
      }),
    )
    return sharp(pixels, { raw: { width: 600, height: 400, channels: 3 } })
  }
  const zeroed = (bytes: Buffer, from: number, to: number) =>
    Buffer.from(bytes).fill(0, Math.round(bytes.length * from), Math.round(bytes.length * to))
  const ways = [{}, { optimiseCoding: false }, { progressive: true }, { mozjpeg: true }]

  test.each([255, 8].flatMap((depth) => ways.map((way) => [depth, way] as const)))(
    'is refused, with noise of %i and %j',
    async (depth, way) => {
      const jpeg = await uneven(depth).jpeg(way).toBuffer()
      expect(await decodePicture(jpeg)).toMatchObject({ width: 600, height: 400 })
      for (const [from, to] of [
        [0.4, 0.5],
        [0.7, 1],
      ] as const) {
        const outcome = await decodePicture(zeroed(jpeg, from, to)).then(
          () => 'accepted',
          ({ message }: Error) => message,
        )
        expect(outcome, `${from} to ${to}`).toMatch(/missing.*original/)
      }
    },
  )

  test('is not confused with a picture of one colour, whose pixels are zeros too', async () => {
    for (const way of ways) {
      for (const background of ['black', 'white', '#808080']) {
        const create = { width: 2400, height: 2400, channels: 3, background } as const
        const jpeg = await sharp({ create }).jpeg(way).toBuffer()
        expect(await decodePicture(jpeg), background).toMatchObject({ width: 2400 })
      }
    }
  })
})
