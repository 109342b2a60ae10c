import { expect, test } from 'vitest'
import { venue } from './venue.ts'

const demo = { product_name: 'Common People', is_demo: true }
const saved = async (sent: object, context: object = {}) => {
  let data: object = { ...demo, ...sent }
  for (const hook of venue.hooks?.beforeChange ?? []) {
    data = await hook({ data, originalDoc: demo, req: { context } } as never)
  }
  return data
}

test('a venue with a name of its own is no longer the demo venue', async () => {
  expect(await saved({ tagline: 'A club' })).toMatchObject({ is_demo: true })
  expect(await saved({ product_name: 'Przystań' })).toMatchObject({ is_demo: false })
})

test('restoring a version from before the change of the name makes it the demo venue again', async () => {
  const restored = await saved(
    { product_name: 'Common People', is_demo: true },
    { isRestoring: true },
  )
  expect(restored).toMatchObject({ is_demo: true })
})
