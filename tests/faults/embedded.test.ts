import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../../cms/platform/database/embedded.ts'
import { nodeArguments } from '../support/child-processes.ts'
import { copyDataFolder, dataFolder } from '../support/data-folder.ts'
import { onDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { childrenOf, embeddedPostgresPid, parentOf } from '../support/postgres-process.ts'
import { waitUntil } from '../support/wait-until.ts'

const isRoot = process.getuid?.() === 0

function newFolder(): string {
  const { folder, remove } = temporaryFolder()
  onTestFinished(remove)
  return folder
}

/** A folder with a database that was started once. */
function usedFolder(): string {
  const { folder, remove } = dataFolder()
  onTestFinished(remove)
  return folder
}

type Running = { child: ChildProcess; url: string }

/** Starts a process that uses the embedded database of a folder. */
async function run(folder: string): Promise<Running> {
  const child = spawn(process.execPath, [...nodeArguments('embedded-process'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let url = ''
  child.stdout.on('data', (chunk: Buffer) => {
    url += chunk
  })
  await waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}.`)
      return url
    },
    (printed) => printed.endsWith('\n'),
  )
  return { child, url: url.trim() }
}

async function end({ child }: Running, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const waitForServer = (folder: string, isExpected: (pid: number | null) => boolean) =>
  waitUntil(async () => embeddedPostgresPid(folder), isExpected)
const waitUntilStopped = (folder: string) => waitForServer(folder, (pid) => pid === null)

const waitForKeptRow = (url: string) =>
  waitUntil(
    () =>
      onDatabase(url, (query) => query<{ text: string }>('select text from kept')).catch(() => []),
    (rows) => rows[0]?.text === 'still here',
  )
const keepRow = (url: string) =>
  onDatabase(url, (query) => query(`create table kept as select 'still here' as text`))

describe('the embedded database', () => {
  test.each(['SIGTERM', 'SIGKILL', 'SIGABRT'] as const)(
    'ends when its program ends by %s, and keeps what was committed',
    async (signal) => {
      const folder = usedFolder()
      const first = await run(folder)
      await keepRow(first.url)
      await end(first, signal)
      await waitUntilStopped(folder)
      const second = await run(folder)
      await waitForKeptRow(second.url)
      await end(second, 'SIGTERM')
    },
  )

  test('is restarted if its server is killed, even after its program was killed and restarted', async () => {
    const folder = usedFolder()
    const first = await run(folder)
    await keepRow(first.url)
    await end(first, 'SIGKILL')
    // Starts immediately, while the previous server may still be shutting down.
    const second = await run(folder)
    const killed = await waitForServer(folder, (pid) => pid !== null)
    process.kill(killed ?? 0, 'SIGKILL')
    await waitForServer(folder, (pid) => pid !== null && pid !== killed)
    await waitForKeptRow(second.url)
    await end(second, 'SIGKILL')
    await waitUntilStopped(folder)
  })

  test('ends if its program is killed while neither of its supervisors can stop it', async () => {
    const folder = usedFolder()
    const first = await run(folder)
    await keepRow(first.url)
    const server = await waitForServer(folder, (pid) => pid !== null)
    const shell = parentOf(server ?? 0) ?? 0
    const supervisors = [shell, ...childrenOf(shell).filter((pid) => pid !== server)]
    expect(supervisors).toHaveLength(2)
    // A paused shell cannot react to the end of the other supervisor.
    process.kill(shell, 'SIGSTOP')
    for (const pid of supervisors.slice(1)) process.kill(pid, 'SIGKILL')
    await end(first, 'SIGKILL')
    await waitUntilStopped(folder)
    const second = await run(folder)
    await waitForKeptRow(second.url)
    await end(second, 'SIGKILL')
    await waitUntilStopped(folder)
  })

  test('ends with its program even if its supervisors were killed', async () => {
    const folder = usedFolder()
    const program = await run(folder)
    const server = await waitForServer(folder, (pid) => pid !== null)
    const shell = parentOf(server ?? 0) ?? 0
    const supervisors = [shell, ...childrenOf(shell).filter((pid) => pid !== server)]
    for (const pid of supervisors) process.kill(pid, 'SIGKILL')
    await waitUntil(
      async () => parentOf(server ?? 0),
      (pid) => pid !== shell,
    )
    await end(program, 'SIGTERM')
    await waitUntilStopped(folder)
  })

  test('is shared by two programs that start together; if the one that runs it is killed, the other one restarts it', async () => {
    const folder = newFolder()
    const [one, other] = await Promise.all([run(folder), run(folder)])
    expect(one.url).toBe(other.url)
    await keepRow(one.url)
    const server = embeddedPostgresPid(folder) ?? 0
    const shell = parentOf(server) ?? 0
    const [owner, guest] = parentOf(shell) === one.child.pid ? [one, other] : [other, one]
    expect(parentOf(shell)).toBe(owner.child.pid)
    await end(owner, 'SIGKILL')
    await waitForServer(folder, (pid) => pid !== null && pid !== server)
    await waitForKeptRow(guest.url)
    await end(guest, 'SIGTERM')
    expect(embeddedPostgresPid(folder)).toBeNull()
  })
})

describe('the password of the embedded database', () => {
  test('is replaced if its file is lost; a damaged file prevents the start', async () => {
    const folder = newFolder()
    const file = path.join(folder, 'database/postgres-password')
    const first = await startEmbeddedPostgres(folder)
    await keepRow(first.url)
    await first.stop()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const [content, problem] of [
      ['', 'is damaged'],
      [`${'x'.repeat(43)}\n`, 'is not the right one'],
    ] as const) {
      writeFileSync(file, content)
      await expect(startEmbeddedPostgres(folder)).rejects.toThrow(`${file} ${problem}`)
    }
    rmSync(file)
    const second = await startEmbeddedPostgres(folder)
    await waitForKeptRow(second.url)
    await second.stop()
  })
})

describe('a data folder', () => {
  test('that says that its database is in another folder, where none exists, is refused, and nothing is created', async () => {
    const folder = newFolder()
    writeFileSync(path.join(folder, 'database-is-elsewhere.txt'), '/var/lib/common-room/data-0\n')
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow('/var/lib/common-room/data-0')
    expect(readdirSync(folder)).toEqual(['database-is-elsewhere.txt'])
  })

  test('whose database was not copied with it is refused, and nothing is created', async () => {
    const folder = usedFolder()
    const copy = newFolder()
    cpSync(path.join(folder, 'database-is-here.txt'), path.join(copy, 'database-is-here.txt'))
    // An unreadable database folder is copied as an empty one.
    mkdirSync(path.join(copy, 'database'))
    await expect(startEmbeddedPostgres(copy)).rejects.toThrow('was not copied with it')
    expect(readdirSync(path.join(copy, 'database'))).toEqual([])
  })

  test('whose database disappears gets no new one, and is used again when the database is back', async () => {
    const folder = usedFolder()
    const reports: string[] = []
    const postgres = await startEmbeddedPostgres(folder, (output) => reports.push(output))
    await keepRow(postgres.url)
    const database = path.join(folder, 'database')
    const [id] = readFileSync(path.join(database, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    renameSync(database, `${database}-moved`)
    process.kill(Number(id), 'SIGKILL')
    await expect.poll(() => reports.join()).toContain('is gone')
    expect(existsSync(database)).toBe(false)
    renameSync(`${database}-moved`, database)
    await waitForKeptRow(postgres.url)
    await postgres.stop()
  })

  test('that a site has used, but that has no database, is refused', async () => {
    const folder = newFolder()
    writeFileSync(path.join(folder, 'site-url'), 'http://localhost:4321\n')
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow('a site ran with this folder')
    expect(readdirSync(folder)).toEqual(['site-url'])
  })

  test('with foreign files in place of the database is refused', async () => {
    const folder = newFolder()
    mkdirSync(path.join(folder, 'database/postgres'), { recursive: true })
    const file = path.join(folder, 'database/postgres/notes.txt')
    writeFileSync(file, 'important')
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow('is not empty')
    expect(readFileSync(file, 'utf8')).toBe('important')
  })

  test.runIf(isRoot)(
    'that PostgreSQL’s account cannot enter has its database elsewhere; each start says where, and a copy is refused',
    async () => {
      const rootOnly = newFolder()
      const folder = path.join(rootOnly, '.data')
      mkdirSync(folder)
      mkdirSync(path.join(rootOnly, 'copy'))
      // Like /root, the parent folder is accessible only to root.
      chmodSync(rootOnly, 0o700)
      const pointer = path.join(folder, 'database-is-elsewhere.txt')
      for (let start = 0; start < 2; start++) {
        const postgres = await startEmbeddedPostgres(folder)
        const elsewhere = readFileSync(pointer, 'utf8').trim()
        onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
        expect(postgres.notice).toContain(elsewhere)
        await postgres.stop()
      }
      const copy = path.join(rootOnly, 'copy/.data')
      cpSync(folder, copy, { recursive: true })
      await expect(startEmbeddedPostgres(copy)).rejects.toThrow('belongs to another folder')
    },
  )

  test('with a long path has its socket in a private random folder', async () => {
    const folder = path.join(newFolder(), 'a-long-name-'.repeat(8))
    copyDataFolder(folder)
    const postgres = await startEmbeddedPostgres(folder)
    const sockets = new URL(postgres.url).searchParams.get('host') ?? ''
    onTestFinished(() => rmSync(sockets, { recursive: true, force: true }))
    expect(sockets).toMatch(/^\/tmp\/common-room-\w{6}$/)
    expect(lstatSync(sockets).mode & 0o777).toBe(0o700)
    await postgres.stop()
    // An attacker creates a symbolic link in place of the socket folder after the machine restarts.
    const victim = newFolder()
    const { uid } = statSync(victim)
    rmSync(sockets, { recursive: true })
    symlinkSync(victim, sockets)
    const second = await startEmbeddedPostgres(folder)
    const newSockets = new URL(second.url).searchParams.get('host') ?? ''
    onTestFinished(() => rmSync(newSockets, { recursive: true, force: true }))
    expect(newSockets).not.toBe(sockets)
    await second.stop()
    expect(statSync(victim).uid).toBe(uid)
  })

  test('that was copied while in use is refused; without the copied lock file, the copy runs on its own', async () => {
    const folder = path.join(newFolder(), 'a-long-name-'.repeat(8))
    copyDataFolder(folder)
    const original = await run(folder)
    await keepRow(original.url)
    const server = embeddedPostgresPid(folder)
    const copy = `${folder}-copy`
    execFileSync('cp', ['-a', folder, copy])
    // The copied lock file contains the process id of the original server.
    await expect(startEmbeddedPostgres(copy)).rejects.toThrow('was copied while its database ran')
    const cluster = path.join(copy, 'database/postgres')
    rmSync(path.join(cluster, 'postmaster.pid'))
    if (isRoot) {
      const owner = statSync(cluster)
      chownSync(cluster, 0, 0)
      await expect(startEmbeddedPostgres(copy)).rejects.toThrow(
        'must belong to the account postgres',
      )
      chownSync(cluster, owner.uid, owner.gid)
    }
    const copied = await run(copy)
    for (const { url } of [original, copied]) {
      const { searchParams } = new URL(url)
      const sockets = searchParams.get('host') ?? ''
      onTestFinished(() => rmSync(sockets, { recursive: true, force: true }))
    }
    await onDatabase(copied.url, (query) => query(`update kept set text = 'of the copy'`))
    await waitForKeptRow(original.url)
    expect(embeddedPostgresPid(folder)).toBe(server)
    for (const each of [copied, original]) await end(each, 'SIGTERM')
  })

  test('whose lock file names a process of another program is used', async () => {
    const folder = usedFolder()
    const cluster = path.join(folder, 'database/postgres')
    const { uid, gid } = statSync(cluster)
    const other = spawn('sleep', ['60'], { uid, gid })
    onTestFinished(() => void other.kill())
    const file = path.join(cluster, 'postmaster.pid')
    writeFileSync(file, `${other.pid}\n${cluster}\n`)
    chownSync(file, uid, gid)
    await (await startEmbeddedPostgres(folder)).stop()
    expect(other.exitCode).toBeNull()
  })

  test.runIf(isRoot)(
    'that belongs to another account keeps its owner when root uses it',
    async () => {
      const folder = usedFolder()
      const first = await startEmbeddedPostgres(folder)
      await keepRow(first.url)
      await first.stop()
      execFileSync('chown', ['-R', '65534:65534', folder])
      const second = await startEmbeddedPostgres(folder)
      await onDatabase(second.url, (query) => query('select * from kept'))
      await second.stop()
      for (const each of ['database', 'database/postgres/postgresql.conf']) {
        expect(statSync(path.join(folder, each)).uid).toBe(65_534)
      }
    },
  )

  test.runIf(isRoot)(
    'whose database is a symbolic link is refused; the target is kept',
    async () => {
      const folder = newFolder()
      const victim = newFolder()
      symlinkSync(victim, path.join(folder, 'database'))
      await expect(startEmbeddedPostgres(folder)).rejects.toThrow('not a symbolic link')
      expect(statSync(victim).uid).toBe(0)
      expect(existsSync(path.join(victim, 'postgres'))).toBe(false)
    },
  )
})
