import type { ContentKey } from '../../cms/features/content/editing/contract.ts'
import { textName } from '../../cms/features/content/text-names.ts'
import { makeDatabase, onDatabase } from './database.ts'
import { editorOf } from './editor-calls.ts'
import { startServer } from './server.ts'
import { makeStaff } from './staff.ts'
import { waitUntil } from './wait-until.ts'

/** Starts a server for one test file, with staff, and helpers that read the site as a visitor. */
export async function startEditingSite() {
  const url = await makeDatabase('demo')
  const server = await startServer({ DATABASE_URL: url })
  const sessions = await makeStaff(server)
  const isShown = async (path: string, words: string) =>
    (await server.get(path)).text.includes(words)
  return {
    url,
    server,
    sessions,
    editor: editorOf(server, sessions.editor),
    publisher: editorOf(server, sessions.publisher),
    isShown,
    /** Waits until a page contains a text, or with `isThere` false until it does not. */
    waitUntilShown: (path: string, words: string, isThere = true) =>
      waitUntil(
        () => isShown(path, words),
        (is) => is === isThere,
      ),
    /** The audit entries of a content record, oldest first. */
    auditOf: (key: ContentKey) =>
      onDatabase(url, (query) =>
        query<{ action: string; by_name: string; version: string | null }>(
          'select action, by_name, version from audit where subject = $1 order by id',
          [textName(key)],
        ),
      ),
  }
}
export type EditingSite = Awaited<ReturnType<typeof startEditingSite>>

/** The key of a content record; of the cafe page by default. */
export const keyNamed = (section: string, content_key: string, page = 'cafe'): ContentKey => ({
  page,
  section,
  content_key,
})
