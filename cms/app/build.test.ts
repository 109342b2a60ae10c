import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../tests/support/folders.ts'
import { buildAlone } from './build.ts'

test('if two processes start at the same time without a build, one of them builds and the other waits', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const { folder, remove } = temporaryFolder()
  let built = false
  const build = vi.fn(async () => {
    await setTimeout(20)
    built = true
  })
  const start = async () => {
    await buildAlone(folder, { isBuilt: async () => built, build })
    expect(built).toBe(true)
  }
  await Promise.all([start(), start()])
  expect(build).toHaveBeenCalledTimes(1)
  remove()
})

test('if the build of one process fails, a process that waited for it builds', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const { folder, remove } = temporaryFolder()
  const failing = buildAlone(folder, {
    isBuilt: async () => false,
    build: async () => {
      await setTimeout(20)
      throw new Error('The disk is full.')
    },
  })
  const build = vi.fn(async () => {})
  await Promise.all([
    expect(failing).rejects.toThrow('The disk is full.'),
    buildAlone(folder, { isBuilt: async () => false, build }),
  ])
  expect(build).toHaveBeenCalledTimes(1)
  remove()
})
