import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startEmbeddedPostgres } from './embedded.ts'

/**
 * Creates a migration for changed collections and tables. Node runs migrations without a build, so the imports in the
 * file that Payload writes are changed: they get file extensions, and imports of types become type-only. What Payload
 * writes to undo a migration is removed, because a backup undoes more.
 */
async function main(name = 'change'): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../../..')
  const folder = path.join(root, 'cms/platform/migrations')
  const postgres = await startEmbeddedPostgres(path.join(root, '.data'))
  try {
    execFileSync(
      process.execPath,
      [
        '--import',
        './cms/app/load-tsx.ts',
        'node_modules/.bin/payload',
        'migrate:create',
        name,
        '--disable-transpile',
      ],
      {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, DATABASE_URL: postgres.url },
      },
    )
  } finally {
    await postgres.stop()
  }
  // Older snapshots are deleted, because Payload compares the collections with the newest one only.
  for (const file of readdirSync(folder).filter(isSnapshot).sort().slice(0, -1)) {
    rmSync(path.join(folder, file))
  }
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.ts'))) {
    const written = readFileSync(path.join(folder, file), 'utf8')
    const adapted = written
      .replace('{ MigrateUpArgs, MigrateDownArgs, sql }', '{ type MigrateUpArgs, sql }')
      .replace('{ db, payload, req }: MigrateUpArgs', '{ db }: MigrateUpArgs')
      .replace(/\nexport async function down[\s\S]*$/, '')
      .replace(/^ +down: .*\n/gm, '')
      .replace(/from '(\.\/[^']+?)(\.ts)?'/g, "from '$1.ts'")
    if (adapted !== written) writeFileSync(path.join(folder, file), adapted)
  }
}

const isSnapshot = (file: string) => file.endsWith('.json')

await main(process.argv[2])
