import { textName } from '../../cms/content/text-names.ts'
import type { ContentKey } from '../../cms/editing/contract.ts'
import { makeDatabase, onDatabase } from './database.ts'
import { editorOf } from './editor-calls.ts'
import { startServer } from './server.ts'
import { makeStaff } from './staff.ts'
import { waitUntil } from './wait-until.ts'

/** A server of a test file's own with its staff, and what a visitor reads there. */
export async function startEditingSite() {
  const url = await makeDatabase('demo')
  const server = await startServer({ DATABASE_URL: url })
  const sessions = await makeStaff(server)
  const shows = async (path: string, words: string) => (await server.get(path)).text.includes(words)
  return {
    url,
    server,
    sessions,
    editor: editorOf(server, sessions.editor),
    publisher: editorOf(server, sessions.publisher),
    shows,
    /** Waits until a published change is there, or gone. */
    showsSoon: (path: string, words: string, isThere = true) =>
      waitUntil(
        () => shows(path, words),
        (is) => is === isThere,
      ),
    /** What the trail tells of a key, oldest first. */
    auditOf: (of: ContentKey) =>
      onDatabase(url, (query) =>
        query<{ action: string; by_name: string; version: string | null }>(
          'select action, by_name, version from audit where subject = $1 order by id',
          [textName(of)],
        ),
      ),
  }
}
export type EditingSite = Awaited<ReturnType<typeof startEditingSite>>

/** A key, of the cafe where nothing else is said. */
export const keyNamed = (section: string, content_key: string, page = 'cafe'): ContentKey => ({
  page,
  section,
  content_key,
})
