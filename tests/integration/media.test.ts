import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import {
  animatedPictures,
  displayablePictures,
  photograph,
  unusablePictures,
  uploadRequest,
} from '../support/pictures.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

type UploadReply = {
  doc: {
    id: number
    url: string
    filename: string
    mimeType: string
    picture: { hash: string; width: number; height: number; color: string; widths: number[] }
  }
}

let server: Server
let url = ''
let staff: Awaited<ReturnType<typeof makeStaff>>
const send = async (bytes: Buffer | string, name: string, type: string, session = staff.editor) =>
  server.send('/api/media', await uploadRequest(session, { name, type, bytes }))
const countFiles = async (id: number) => {
  const [row] = await onDatabase(url, (query) =>
    query<{ count: number }>('select count(*)::int as count from media_files where media_id = $1', [
      id,
    ]),
  )
  return row?.count
}

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

test('a photograph is converted to AVIF and WebP without metadata, and is not enlarged', async () => {
  const source = await photograph(1000, 700)
  expect((await sharp(source).metadata()).exif).toBeDefined()
  const response = await send(source, 'Ada’s photo.JPG', 'image/jpeg')
  expect(response.status).toBe(201)
  const { doc } = response.json<UploadReply>()
  expect(doc.mimeType).toBe('image/webp')
  expect(doc.picture).toMatchObject({ width: 1000, height: 700, widths: [480, 800] })
  expect(doc.picture.color).toMatch(/^#[0-9a-f]{6}$/)

  const paths = [
    `/media/${doc.picture.hash}/480.avif`,
    `/media/${doc.picture.hash}/800.avif`,
    `/media/${doc.picture.hash}/800.webp`,
  ]
  for (const path of paths) {
    const file = await server.get(path)
    expect(file.status, path).toBe(200)
    expect(file.headers['content-type']).toBe(`image/${path.split('.').at(-1)}`)
    const metadata = await sharp(file.body).metadata()
    expect(metadata.width).toBe(Number(/(\d+)\.\w+$/.exec(path)?.[1]))
    expect(metadata.exif ?? metadata.xmp ?? metadata.iptc).toBeUndefined()
  }
  const original = await server.get(new URL(doc.url, server.url).pathname, {
    ...sessionHeaders(staff.editor),
  })
  expect(original.status).toBe(200)
  expect((await sharp(original.body).metadata()).exif).toBeUndefined()
})

test('a rotated picture is stored upright', async () => {
  const source = await sharp(await photograph(900, 600, 10))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { doc } = (await send(source, 'side.jpg', 'image/jpeg')).json<UploadReply>()
  expect(doc.picture).toMatchObject({ width: 600, height: 900 })
})

test.each([
  [
    'an SVG',
    'drawing.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
  ],
  [
    'an SVG that says it is a PNG',
    'a.png',
    'image/png',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  ],
  [
    'an HTML page that says it is a JPEG',
    'a.jpg',
    'image/jpeg',
    '<html><script>alert(1)</script></html>',
  ],
  ['an HTML page', 'page.html', 'text/html', '<script>alert(1)</script>'],
  ['nothing', 'a.jpg', 'image/jpeg', ''],
])('an upload of %s is refused', async (_, name, type, body) => {
  const response = await send(body, name, type)
  expect(response.status).toBe(400)
  expect(response.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) })
})

// `cms/platform/media/decode.test.ts` decodes all of these pictures, so the gate uploads one of each kind.
const tagsOf = (index: number) => (index === 0 ? [] : 'extended')

for (const [index, [name, make]] of Object.entries(displayablePictures).entries()) {
  test(`${name} is accepted`, { tags: tagsOf(index) }, async () => {
    const response = await send(await make(), 'photo.jpg', 'image/jpeg')
    expect(response.status).toBe(201)
    const { picture } = response.json<UploadReply>().doc
    expect((await server.get(`/media/${picture.hash}/${picture.widths[0]}.avif`)).status).toBe(200)
  })
}

for (const [index, [name, [make, reason]]] of Object.entries(unusablePictures).entries()) {
  test(`an upload of ${name} is a 400 with the reason`, { tags: tagsOf(index) }, async () => {
    const response = await send(await make(), 'photo.heic', 'image/heic')
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({
      error: 'bad_request',
      message: expect.stringMatching(reason),
    })
  })
}

for (const [index, [name, make]] of Object.entries(animatedPictures).entries()) {
  test(`the reply to ${name} says that it is a still now`, { tags: tagsOf(index) }, async () => {
    const response = await send(await make(), 'dance.gif', 'image/gif')
    expect(response.status).toBe(201)
    expect(response.json()).toMatchObject({
      message: expect.stringContaining('still'),
      doc: { mimeType: 'image/webp', picture: { wasAnimation: true } },
    })
  })
}

test('a picture of sixty megapixels is refused, however small its file', async () => {
  const source = await sharp({
    create: { width: 10_000, height: 6000, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  expect(source.length).toBeLessThan(5_000_000)
  expect((await send(source, 'huge.png', 'image/png')).status).toBe(400)
})

for (const [index, megabytes] of [21, 30].entries()) {
  test(`a file of ${megabytes} MB is refused`, { tags: tagsOf(index) }, async () => {
    const response = await send(Buffer.alloc(megabytes * 1024 * 1024, 1), 'big.jpg', 'image/jpeg')
    expect([400, 413]).toContain(response.status)
  })
}

test('an upload without a session is refused before the picture is processed', async () => {
  expect((await send(await photograph(), 'a.jpg', 'image/jpeg', '')).status).toBe(403)
  expect((await send('no picture', 'a.jpg', 'image/jpeg', '')).status).toBe(403)
})

test('a picture needs an alternative text', async () => {
  const file = { name: 'a.jpg', type: 'image/jpeg', bytes: await photograph(500, 400, 1) }
  const response = await server.send('/api/media', await uploadRequest(staff.editor, file, {}))
  expect(response.status).toBe(400)
})

test('a deleted picture’s files are deleted too, also from memory', async () => {
  const { doc } = (
    await send(await photograph(600, 500, 77), 'gone.jpg', 'image/jpeg')
  ).json<UploadReply>()
  const path = `/media/${doc.picture.hash}/480.avif`
  expect((await server.get(path)).status).toBe(200)
  expect(await countFiles(doc.id)).toBeGreaterThan(1)
  const deleted = await server.send(`/api/media/${doc.id}`, jsonRequest('DELETE', {}, staff.admin))
  expect(deleted.status).toBe(200)
  expect(await countFiles(doc.id)).toBe(0)
  await waitUntil(
    async () => (await server.get(path)).status,
    (status) => status === 404,
  )
})

test('clients cannot set the data about the converted files of a picture', async () => {
  const forged = { hash: '"><script>', widths: 'none', color: 'red;background:url(//evil.example)' }
  const file = { name: 'a.jpg', type: 'image/jpeg', bytes: await photograph(600, 500, 40) }
  const fields = { alt: 'A picture', picture: forged }
  const created = await server.send('/api/media', await uploadRequest(staff.editor, file, fields))
  const { doc } = created.json<UploadReply>()
  expect(doc.picture).toMatchObject({ width: 600, height: 500, widths: [480] })
  const change = { picture: forged, alt: 'Another' }
  await server.send(`/api/media/${doc.id}`, jsonRequest('PATCH', change, staff.admin))
  const record = (await server.get(`/api/media/${doc.id}`, sessionHeaders(staff.editor))).json<
    UploadReply['doc']
  >()
  expect(record).toMatchObject({ alt: 'Another', picture: doc.picture })
})

test('a change of the focal point does not process the picture again', async () => {
  const { doc } = (
    await send(await photograph(600, 500, 41), 'f.jpg', 'image/jpeg')
  ).json<UploadReply>()
  const path = `/api/media/${doc.id}?uploadEdits[focalPoint][x]=20&uploadEdits[focalPoint][y]=70`
  const moved = await server.send(path, jsonRequest('PATCH', { alt: 'x' }, staff.publisher))
  expect(moved.status).toBe(200)
  expect(moved.json<UploadReply>().doc).toMatchObject({
    focalX: 20,
    focalY: 70,
    picture: doc.picture,
  })
})

test('pictures are never fetched from a URL', async () => {
  const url = `http://localhost:${server.metricsPort}/metrics`
  const record = { alt: 'x', filename: 'x.png', mimeType: 'image/png', url }
  for (const query of ['', '?uploadEdits[focalPoint][x]=1&uploadEdits[focalPoint][y]=1']) {
    const response = await server.send(
      `/api/media${query}`,
      jsonRequest('POST', record, staff.editor),
    )
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({ message: 'Choose a picture.' })
  }
})

test.each(['/media/', '/media/../secret', '/media/zz/480.avif', '/media/0123456789abcdef/480.svg'])(
  'GET %s is not found',
  async (path) => {
    expect((await server.get(path)).status).toBe(404)
  },
)
