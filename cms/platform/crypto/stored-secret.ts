import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { StartError } from '../runtime/start-error.ts'

/** The system account that owns a file; empty for the account of this process. */
export type Owner = { uid?: number; gid?: number }

type Kind = {
  /** What the file contains, as the subject of a sentence. */
  what: string
  /** What to do if the file is damaged, as a sentence. */
  repair: string
  owner?: Owner
}

/**
 * Reads a secret from a file, which is created with 256 random bits if it does not exist. Processes that
 * start at the same time get the same secret.
 * @throws StartError if the file is unreadable, empty, too short, or not text, or if a restore was interrupted
 */
export function readOrCreateSecret(file: string, kind: Kind): string {
  if (existsSync(stagedName(file))) {
    throw new StartError(
      `A restore was interrupted while it replaced ${file}. Repeat it with --replace. If the database ` +
        `still has its former content, you can delete ${stagedName(file)} instead.`,
    )
  }
  if (!existsSync(file)) {
    writePrivateFile(file, `${randomBytes(32).toString('base64url')}\n`, { owner: kind.owner })
  }
  const bytes = readBytes(file, kind)
  const text = bytes.toString('utf8')
  if (isSecret(text)) return text.trim()
  throw new StartError(
    `${kind.what} in ${file} is damaged: the file has ${bytes.length} bytes and holds no ` +
      `complete secret: a line of at least 32 characters. ${kind.repair}`,
  )
}

function readBytes(file: string, { what, repair }: Kind): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartError(`${what} in ${file} cannot be read (${code}). ${repair}`, { cause })
  }
}

// A line break at the end shows that the file was written completely. Earlier versions wrote 43 characters
// without a line break. U+FFFD stands for bytes that are not UTF-8.
const isSecret = (text: string) =>
  text.trim().length >= (text.endsWith('\n') ? 32 : 43) &&
  !/[\p{Cc}\uFFFD]/u.test(text.replace(/\r?\n$/, ''))

/**
 * Writes a file that only its owner can read. The file is written atomically, also in case of a power
 * failure or a full disk. On file systems without hard links, a new file is empty for a moment.
 * @param options.replace overwrites an existing file; otherwise that file is left as it is
 */
export function writePrivateFile(
  file: string,
  text: string,
  { owner = {}, replace = false }: { owner?: Owner | undefined; replace?: boolean } = {},
): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  try {
    create(temporary, text, owner)
    if (replace) renameSync(temporary, file)
    else if (!linkFile(temporary, file)) create(file, text, owner)
    syncFolder(path.dirname(file))
  } catch (error) {
    // Another process created the file first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || replace) throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

// Creates a file and writes it to the disk. If that fails, the file is removed.
function create(file: string, text: string, owner: Owner): void {
  const handle = openSync(/* turbopackIgnore: true */ file, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    if (owner.uid !== undefined && owner.gid !== undefined) {
      fchownSync(handle, owner.uid, owner.gid)
    }
    fsyncSync(handle)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}

const noHardLinksCodes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Gives a file a second name (a hard link). The name must not exist yet.
 * @returns false if the file system has no hard links, for example FAT or a network share (link(2), EPERM)
 * @throws Error EEXIST
 */
export function linkFile(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (noHardLinksCodes.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

const stagedName = (file: string) => `${file}.restored`

/** A new secret on the disk that is not in use yet. */
export type StagedSecret = {
  /** Replaces the current secret with the new one. */
  apply: () => void
  /** Deletes the new secret. */
  discard: () => void
}

/**
 * Writes a new secret beside the file of the current one, because a restore can't change the secret and
 * the database atomically. If the process dies or loses the connection during the commit, the new secret is neither
 * applied nor discarded, and it is unknown which secret belongs to the database. In this case `readOrCreateSecret`
 * refuses both, and the restore has to be repeated.
 */
export function stageSecret(file: string, secret: string): StagedSecret {
  const staged = stagedName(file)
  writePrivateFile(staged, `${secret}\n`, { replace: true })
  return {
    apply: () => {
      renameSync(staged, file)
      syncFolder(path.dirname(file))
    },
    discard: () => rmSync(staged, { force: true }),
  }
}

/** Flushes a folder to the disk, so that renamed and created files survive a power failure. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
