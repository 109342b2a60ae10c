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
import { StartError } from './start-error.ts'

/** The account that a file belongs to; empty for the account of this process. */
export type Owner = { uid?: number; gid?: number }

type Kind = {
  /** What the file holds, as the subject of a sentence. */
  what: string
  /** What to do if the file is damaged, as a sentence. */
  repair: string
  owner?: Owner
}

/**
 * Reads a secret from a file, which is created with 256 random bits if it does not exist. Processes that
 * start at the same time get the same secret.
 * @throws StartError if the file is empty, too short, or not text, or if a restore was interrupted
 */
export function storedSecret(file: string, kind: Kind): string {
  if (existsSync(stagedName(file))) {
    throw new StartError(
      `A restore was interrupted while it replaced ${file}. Repeat it with --replace. If the database ` +
        `still has its former content, you can delete ${stagedName(file)} instead.`,
    )
  }
  if (!existsSync(file)) {
    writePrivateFile(file, `${randomBytes(32).toString('base64url')}\n`, { owner: kind.owner })
  }
  const bytes = readFileSync(file)
  const text = bytes.toString('utf8')
  if (isSecret(text)) return text.trim()
  throw new StartError(
    `${kind.what} in ${file} is damaged: the file has ${bytes.length} bytes and holds no ` +
      `complete secret: a line of at least 32 characters. ${kind.repair}`,
  )
}

// The end of the line is the last thing that is written. Earlier versions wrote 43 characters without it.
// U+FFFD stands for bytes that are not UTF-8.
const isSecret = (text: string) =>
  text.trim().length >= (text.endsWith('\n') ? 32 : 43) &&
  !/[\p{Cc}\uFFFD]/u.test(text.replace(/\r?\n$/, ''))

/**
 * Writes a file that only its owner can read. It has its whole content from the moment it exists, also
 * after a power failure or with a full disk. Without hard links, a new file is empty for a moment.
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

// Creates a file and writes it to the disk; none is left if that fails.
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

const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Gives a file another name, which must not exist.
 * @returns false if the file system has no hard links, as FAT and some network shares (link(2), EPERM)
 * @throws Error EEXIST
 */
export function linkFile(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (withoutLinks.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

const stagedName = (file: string) => `${file}.restored`

/** A secret on the disk that does not apply yet. */
export type StagedSecret = {
  /** Puts it in the place of the present secret. */
  apply: () => void
  discard: () => void
}

/**
 * Writes a secret beside the file of the present one. The secret and the database it belongs to can't
 * change in one step. While it is neither applied nor discarded, because the process died near COMMIT or
 * lost the connection, nobody knows which secret fits the database: `storedSecret` refuses both, and the
 * restore has to be repeated.
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

/** Makes renamed and created files of a folder survive a power failure. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
