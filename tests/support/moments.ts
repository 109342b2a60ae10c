import { randomUUID } from 'node:crypto'
import type { Visitor } from './visitor.ts'

type Upload = {
  bytes: Buffer
  /** Other files in the same form. */
  more?: Buffer[]
  key?: string
  fields?: Record<string, string>
  /** Sent as the form of a browser without scripts. */
  isForm?: boolean
  type?: string
}

/** Uploads a picture as the page of moments does. */
export async function sendMoment(
  visitor: Visitor,
  {
    bytes,
    more = [],
    key = randomUUID(),
    fields = {},
    isForm = false,
    type = 'image/jpeg',
  }: Upload,
) {
  const form = new FormData()
  const all = {
    ...{ key, area: 'Cafe', audience: 'members', agreed: '1', caption: '', alt: '', event: '' },
    ...(!isForm && { reply: 'json' }),
    ...fields,
  }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  for (const each of [bytes, ...more]) {
    form.append('file', new Blob([new Uint8Array(each)], { type }), 'moment.jpg')
  }
  const encoded = new Response(form)
  return visitor.call('/api/moments/upload', undefined, {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  })
}
