import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { toWebRequest } from './body.ts'

const origin = 'https://venue.example'
const sent = (url: string, method = 'GET') =>
  Object.assign(new PassThrough(), { url, method, headers: { host: 'evil.example' } })
const read = (req: ReturnType<typeof sent>, limit = 10) => toWebRequest(req as never, origin, limit)

test.each(['/api/users?a=b', '/\\evil.example/api/users?a=b', 'http://evil.example/api/users?a=b'])(
  '%s is asked of the site and of nobody else',
  (target) => {
    const request = read(sent(target))
    expect(request.url).toBe(`${origin}/api/users?a=b`)
    expect(request.headers.get('host')).toBe('venue.example')
  },
)

test('a body over the limit fails while it is read', async () => {
  const req = sent('/api/users', 'POST')
  const request = read(req)
  req.end('more than ten bytes')
  await expect(request.text()).rejects.toMatchObject({ code: 'too_large' })
})

test('an aborted body fails at once', async () => {
  const req = sent('/api/users', 'POST')
  const request = read(req)
  req.write('some')
  req.destroy(new Error('aborted'))
  await expect(request.text()).rejects.toThrow('aborted')
})
