import { beforeEach, expect, test, vi } from 'vitest'

const sent: string[] = []

/** A new instance of the module, as on a new page. */
async function openPage() {
  sent.length = 0
  vi.resetModules()
  const fetch = async (target: unknown) => {
    sent.push(String(target))
    return new Response(String(target))
  }
  vi.stubGlobal('window', { fetch })
  return (await import('./wrap-fetch.ts')).wrapFetch
}
let wrapFetch: Awaited<ReturnType<typeof openPage>>
beforeEach(async () => {
  wrapFetch = await openPage()
})

const addWrapper = (name: string) =>
  wrapFetch(async (send, [target, ...rest]) => {
    const response = await send(`${target}${name}`, ...rest)
    return new Response(`${await response.text()} ${name}`)
  })
const get = async (target: string) => (await window.fetch(target)).text()

test('the wrapper that was added last sees a request first and its response last', async () => {
  addWrapper('a')
  addWrapper('b')
  expect(await get('/')).toBe('/ba a b')
  expect(sent).toEqual(['/ba'])
})

test('wrappers can be removed in any order, and a second removal has no effect', async () => {
  const [removeA, removeB] = [addWrapper('a'), addWrapper('b')]
  const removeC = addWrapper('c')
  removeA()
  removeA()
  expect(await get('/')).toBe('/cb b c')
  removeC()
  expect(await get('/')).toBe('/b b')
  addWrapper('d')
  expect(await get('/')).toBe('/db b d')
  removeB()
  expect(await get('/')).toBe('/d d')
})

test('a wrapper that is added twice must be removed twice', async () => {
  const twice: Parameters<typeof wrapFetch>[0] = async (send, [target]) => send(`${target}x`)
  const remove = wrapFetch(twice)
  wrapFetch(twice)
  remove()
  expect(await get('/')).toBe('/x')
})

test('a replacement of fetch by other code is kept', async () => {
  const remove = addWrapper('a')
  const wrapped = window.fetch
  const other: typeof fetch = (...request) => wrapped(...request)
  window.fetch = other
  remove()
  addWrapper('b')
  expect(window.fetch).toBe(other)
  expect(await get('/')).toBe('/b b')
})

test('a wrapper can send its request twice', async () => {
  addWrapper('a')
  wrapFetch(async (send, request) => {
    await send(...request)
    return send(...request)
  })
  expect(await get('/')).toBe('/a a')
  expect(sent).toEqual(['/a', '/a'])
})
