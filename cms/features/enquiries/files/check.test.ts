import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkFile, safeName } from './check.ts'

const objStm = '/Type /ObjStm /N 1 /First 4'
const flate = '/Filter /FlateDecode'
const pdf = (objects: string, stream?: { dictionary: string; content: Buffer }) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${objects} >>\nendobj\n`),
    ...(stream
      ? [
          Buffer.from(`2 0 obj\n<< ${stream.dictionary} >>\nstream\n`),
          stream.content,
          Buffer.from('\nendstream\nendobj\n'),
        ]
      : []),
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
const picture = () =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#b93a17' } })
const reasonOf = (bytes: Buffer) =>
  checkFile(bytes).then(
    ({ type }) => type,
    ({ reason }) => reason,
  )

test('what a file is called counts for nothing: its bytes decide', async () => {
  expect(await reasonOf(await picture().jpeg().toBuffer())).toBe('image/jpeg')
  expect(await reasonOf(await picture().png().toBuffer())).toBe('image/png')
  expect(await reasonOf(pdf(''))).toBe('application/pdf')
  const others = [
    '<svg onload="alert(1)">',
    '<html>',
    'GIF89a',
    'PK\x03\x04 a document with macros',
    'MZ',
    '',
  ]
  for (const text of others) expect(await reasonOf(Buffer.from(text, 'latin1'))).toBe('file_type')
  expect(await reasonOf(await picture().webp().toBuffer())).toBe('file_type')
})

test('a picture that is not one, or only begins like one, is refused', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  expect(await reasonOf(Buffer.concat([jpeg.subarray(0, 20), Buffer.from('<script>')]))).toBe(
    'file_damaged',
  )
  expect(await reasonOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('file_damaged')
})

test('nothing is left behind the end of a picture, and no place where it was taken', async () => {
  const jpeg = await picture()
    .withExif({ IFD0: { Copyright: 'Ada at home' } })
    .jpeg()
    .toBuffer()
  const { bytes } = await checkFile(
    Buffer.concat([jpeg, Buffer.from('PK\x03\x04<script>alert(1)</script>')]),
  )
  expect(bytes.includes('script')).toBe(false)
  expect(bytes.includes('Ada at home')).toBe(false)
  expect((await sharp(bytes).metadata()).width).toBe(20)
})

test('a small file with very many pixels is refused before it is drawn', async () => {
  const create = { width: 6000, height: 4001, channels: 3 as const, background: '#fff' }
  const png = await sharp({ create }).png({ compressionLevel: 9 }).toBuffer()
  expect(png.length).toBeLessThan(300_000)
  expect(await reasonOf(png)).toBe('picture_too_large')
})

test('pictures are drawn one at a time, and few wait', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const reasons = await Promise.all(Array.from({ length: 12 }, () => reasonOf(jpeg)))
  expect(reasons.toSorted()).toEqual([
    ...Array(9).fill('image/jpeg'),
    ...Array(3).fill('unavailable'),
  ])
})

test('a file over 5 MB is refused', async () => {
  expect(await reasonOf(Buffer.concat([pdf(''), Buffer.alloc(5 * 1024 * 1024)]))).toBe(
    'file_too_large',
  )
})

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
const packed = deflateSync(Buffer.from(`5 0 ${script}`))
const wrongSum = Buffer.concat([packed.subarray(0, -1), Buffer.from([(packed.at(-1) ?? 0) ^ 1])])
/** Parts in blocks of their own that are not packed: no part of the file has the whole text. */
const stored = (...parts: string[]) => {
  const blocks = parts.map((part, index) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(index === parts.length - 1 ? 1 : 0)
    head.writeUInt16LE(part.length, 1)
    head.writeUInt16LE(part.length ^ 0xffff, 3)
    return Buffer.concat([head, Buffer.from(part)])
  })
  const sum = deflateSync(Buffer.from(parts.join(''))).subarray(-4)
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...blocks, sum])
}
const compressed = (dictionary: string, content = packed) => pdf('', { dictionary, content })
test.each([
  ['a script', pdf(`/OpenAction ${script}`)],
  ['a script with an escaped name', pdf('/X << /S /J#61vaScript >>')],
  ['a file in it', pdf('/Names << /EmbeddedFiles 3 0 R >>')],
  ['a program to start', pdf('/X << /S /Launch /F (cmd.exe) >>')],
  ['a password', pdf('/Encrypt 4 0 R')],
  ['a script in compressed objects', compressed(`${objStm} ${flate}`)],
  ['a script in objects that do not say so', compressed(`/N 1 /First 4 ${flate}`)],
  [
    'a script in objects far behind their type',
    compressed(`${objStm} ${' '.repeat(700)} ${flate}`),
  ],
  ['a script in objects further behind', compressed(`${objStm} ${' '.repeat(70_000)} ${flate}`)],
  ['a script in objects with an object in a string', compressed(`${objStm} (1 0 obj) ${flate}`)],
  ['objects with a wrong checksum', compressed(`${objStm} ${flate}`, wrongSum)],
  ['objects that are cut off', compressed(`${objStm} ${flate}`, packed.subarray(0, -6))],
  ['objects with a predictor', compressed(`${objStm} ${flate} /DecodeParms << /Predictor 12 >>`)],
  ['objects that are packed twice', compressed(`${objStm} /Filter [/FlateDecode /ASCIIHexDecode]`)],
  ['objects that are packed otherwise', compressed(`${objStm} /Filter /ASCIIHexDecode`)],
  ['objects that are not packed', compressed(objStm, Buffer.from('5 0 <</S /X>>'))],
  [
    'a script behind the word endstream in its data',
    compressed(`${objStm} ${flate}`, stored('5 0 (endstream) << /S /Java', 'Script >>')),
  ],
  [
    'a script in a stream inside of another',
    compressed(
      '',
      Buffer.concat([
        Buffer.from(`7 0 obj << ${objStm} ${flate} >>\nstream\n`),
        deflateSync(Buffer.from(script)),
      ]),
    ),
  ],
  [
    'more compressed data than can be checked',
    compressed(`${objStm} ${flate}`, deflateSync(Buffer.alloc(65 * 1024 * 1024))),
  ],
])('a PDF with %s is refused', async (_, bytes) =>
  expect(await reasonOf(bytes)).toBe('file_active'),
)

test('a PDF with plain compressed objects and an outline is stored', async () => {
  const content = deflateSync(Buffer.from('5 0 << /Type /Pages /Count 1 >>'))
  const dictionary = `${objStm} /Filter [ /FlateDecode ]`
  const file = pdf('/Outlines << /First 57 0 R /Last 8 0 R >>', { dictionary, content })
  expect(await reasonOf(file)).toBe('application/pdf')
})

test('a PDF whose picture only happens to contain such a word is stored as it was sent', async () => {
  const plain = pdf('', {
    dictionary: '/Subtype /Image /Filter /FlateDecode',
    content: deflateSync(Buffer.from('a /JavaScript b')),
  })
  expect((await checkFile(plain)).bytes.equals(plain)).toBe(true)
  expect(await reasonOf(Buffer.from('%PDF-1.7 cut off'))).toBe('file_damaged')
})

test.each([
  ['../../etc/passwd', 'etc-passwd.pdf'],
  ['plan "x"\r\nset-cookie: a.exe', 'plan-x-set-cookie-a.pdf'],
  ['Saalplan März.html', 'Saalplan-Marz.pdf'],
  ['🎂', 'file.pdf'],
])('the name %j is stored as %j', (name, stored) =>
  expect(safeName(name, 'application/pdf')).toBe(stored),
)
