import { expect, test } from 'vitest'
import { requireValidJson } from './json-body.ts'

const request = (body: BodyInit, type = 'application/json') =>
  new Request('http://site/api/menus', {
    method: 'PATCH',
    headers: { 'content-type': type, authorization: 'JWT x' },
    body,
  })

test.each(['{"title":"Café"}', '[]', ''])('the body %j is passed on unchanged', async (body) => {
  const passed = await requireValidJson(request(body))
  expect(await passed.text()).toBe(body)
  expect(passed.method).toBe('PATCH')
  expect(passed.headers.get('authorization')).toBe('JWT x')
})

test.each([
  ['a truncated object', '{"title":'],
  ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0xc0, 0x22])],
])('a body with %s is refused', async (_, body) => {
  await expect(requireValidJson(request(body))).rejects.toMatchObject({ code: 'invalid_json' })
})

test.each([
  [100, true],
  [101, false],
])('JSON that is nested in %i levels is accepted: %s', async (levels, isAccepted) => {
  const body = `${'['.repeat(levels - 1)}{}${']'.repeat(levels - 1)}`
  const checked = requireValidJson(request(body))
  await (isAccepted ? checked : expect(checked).rejects.toMatchObject({ code: 'bad_request' }))
})

test('a body of another content type is not checked for valid JSON', async () => {
  const upload = request('{', 'multipart/form-data; boundary=x')
  expect(await requireValidJson(upload)).toBe(upload)
})
