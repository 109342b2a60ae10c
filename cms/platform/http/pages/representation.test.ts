import { expect, test } from 'vitest'
import { represent } from './representation.ts'

test('the ETags of the fast and the better compression of a page both count as current', async () => {
  const body = Buffer.from('<p>Pies</p>'.repeat(100))
  const fast = await represent(200, { 'content-type': 'text/html' }, body)
  const best = await fast.compressBetter?.()
  const etags = [fast, best].map((each) => [
    each?.variants.br.etag,
    each?.variants.br.other?.etag,
    each?.variants.br.other?.notModifiedHead.includes(each.variants.br.other.etag),
  ])
  const [[one, other] = []] = etags
  expect(one).not.toBe(other)
  expect(etags).toEqual([
    [one, other, true],
    [other, one, true],
  ])
})
