import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The process id of an installation's embedded PostgreSQL, or null if none runs. */
export function embeddedPostgresPid(dataDir: string): number | null {
  try {
    const file = path.join(dataDir, 'database/postgres/postmaster.pid')
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
    return isRunning(pid) ? pid : null
  } catch {
    return null
  }
}

/** Sends a signal to a process and its children: PostgreSQL with its sessions. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const each of [pid, ...childrenOf(pid)]) {
    if (isRunning(each)) process.kill(each, signal)
  }
}

export function childrenOf(pid: number): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.map(Number).filter((each) => parentOf(each) === pid)
}

export function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
