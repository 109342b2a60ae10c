import { setTimeout } from 'node:timers/promises'

const pollMs = 200

/**
 * Runs a build unless its result exists. Only one process builds at a time: this process waits while another one
 * builds, and then builds only if the result is still missing.
 * @param folder an existing folder; it is locked during the build
 */
export async function buildAlone(
  folder: string,
  { isBuilt, build }: { isBuilt: () => Promise<boolean>; build: () => Promise<void> },
): Promise<void> {
  // Imported only when needed, because most starts build nothing.
  const { lockFolder } = await import('./database/folder-lock.ts')
  let unlock = lockFolder(folder)
  if (!unlock) console.log('Waiting for the build of another process …')
  while (!unlock) {
    await setTimeout(pollMs)
    unlock = lockFolder(folder)
  }
  try {
    if (!(await isBuilt())) await build()
  } finally {
    unlock()
  }
}
