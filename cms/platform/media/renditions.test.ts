import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PictureQueueError, renderInTurn, renderPicture } from './renditions.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } })
    .png()
    .toBuffer()

test('of six pictures at once, four are rendered and two are refused; a later picture is rendered', async () => {
  const source = await picture(60, 40)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => renderInTurn(source)))
  const states = results.map(({ status }) => status)
  expect(states).toEqual([...Array(4).fill('fulfilled'), ...Array(2).fill('rejected')])
  expect(results.at(-1)).toMatchObject({ reason: expect.any(PictureQueueError) })
  expect(await renderInTurn(source)).toMatchObject({ width: 60, height: 40 })
})

test('an unreadable picture does not block the queue', async () => {
  for (let n = 0; n < 6; n++)
    await expect(renderInTurn(Buffer.from('x'))).rejects.toThrow('picture')
  expect(await renderInTurn(await picture(60, 40))).toMatchObject({ color: '#804020' })
})

test.each([
  ['in CMYK', { space: 'cmyk' as const }],
  ['in greyscale', { space: 'b-w' as const }],
])('a picture %s is converted to sRGB', async (_, { space }) => {
  const source = await sharp(await picture(600, 400))
    .toColourspace(space)
    .jpeg()
    .toBuffer()
  const { files, width } = await renderPicture(source)
  expect(width).toBe(600)
  for (const { bytes } of files) expect((await sharp(bytes).metadata()).space).toBe('srgb')
})
