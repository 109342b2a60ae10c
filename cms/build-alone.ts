import { setTimeout } from 'node:timers/promises'

const pollMs = 200

/**
 * Builds unless it is built, one process at a time. Waits while another process builds, and builds after
 * one that failed.
 * @param folder exists; its lock is held during the build
 */
export async function buildAlone(
  folder: string,
  { isBuilt, build }: { isBuilt: () => Promise<boolean>; build: () => Promise<void> },
): Promise<void> {
  // Loaded only here: most starts build nothing.
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
