import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { lockNames } from '../../platform/database/advisory-locks.ts'
import { announce } from '../../platform/database/announce.ts'
import { cachedRead } from '../../platform/database/cached-read.ts'
import { databaseOf, transactionOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { env } from '../../platform/runtime/env.ts'
import type { ImportReply, RefusedRow } from './contract.ts'
import { type CsvRow, readCsv, writeCsv } from './csv.ts'
import { redirectError } from './errors.ts'
import { deleteMissingPaths, deleteTrashed, findRedirects, saveRedirects } from './queries.ts'
import {
  chainProblem,
  createTable,
  findProblem,
  findRedirect,
  maxRedirects,
  type Redirect,
  redirectProblems,
  withQuery,
} from './rules.ts'
import { redirectsTag } from './tags.ts'

const maxImportRows = 1000

/** The redirect of a path, from memory; null if there is none. @param search the query of the request */
export async function redirectOf(payload: Payload, path: string, search = '') {
  const table = await cachedRead('redirects', [redirectsTag], async () =>
    createTable(await findRedirects(databaseOf(payload))),
  )
  const found = findRedirect(table, path)
  return found && { ...found, location: withQuery(found.location, search) }
}

/**
 * Checks a redirect against all others. Checks of concurrent changes wait for each other's commit, so
 * that two redirects never form a chain.
 * @param id of the redirect that is changed; null for a new one
 * @param hasPage whether there is a page at a path
 * @returns the reason for a refusal, in the words that staff read; null if there is none
 */
export async function checkRedirect(
  req: PayloadRequest,
  redirect: Redirect,
  id: number | null,
  hasPage: (path: string) => Promise<boolean>,
): Promise<string | null> {
  const problem = findProblem(redirect)
  if (problem) return redirectProblems[problem]
  if (await hasPage(redirect.from)) return redirectProblems.exists
  const db = await transactionOf(req)
  await lockNames(db, ['redirects'])
  const others = (await findRedirects(db)).filter((each) => each.id !== id)
  if (others.some(({ from }) => from === redirect.from)) return redirectProblems.duplicate
  if (others.length >= maxRedirects) return redirectProblems.too_many
  const chain = chainProblem(redirect, createTable(others))
  // Paths are unique in the table. So a redirect in the trash must not keep the path.
  if (!chain) await deleteTrashed(db, redirect.from, id)
  return chain
}

/** Updates the list of missing paths: deletes each path that one of the redirects covers. */
export async function deleteCoveredMissingPaths(
  req: PayloadRequest,
  redirects: readonly Redirect[],
): Promise<void> {
  const paths = redirects.map(({ from, match }) => ({ path: from, below: match === 'prefix' }))
  await deleteMissingPaths(await transactionOf(req), paths)
}

/** All redirects as a CSV file. */
export const exportRedirects = async (payload: Payload): Promise<string> =>
  writeCsv(await findRedirects(databaseOf(payload)))

/**
 * Adds the redirects of a CSV file. They replace existing redirects with the same old path. If one row is invalid,
 * nothing is imported.
 * @throws HttpError `unreadable`, `too_long`, `too_many`; `rows` with the refused rows
 */
export async function importRedirects(
  req: PayloadRequest,
  csv: string,
  hasPage: (path: string) => Promise<boolean>,
): Promise<ImportReply> {
  const rows = readCsv(csv, env().SITE_URL)
  if (!rows?.length) throw redirectError('unreadable')
  if (rows.length > maxImportRows) throw redirectError('too_long')
  return inTransaction(req, async (db) => {
    await lockNames(db, ['redirects'])
    const all = new Map<string, Redirect>()
    for (const { id, ...each } of await findRedirects(db)) all.set(each.from, each)
    for (const { redirect } of rows) all.set(redirect.from, redirect)
    if (all.size > maxRedirects) throw redirectError('too_many')
    const refused = await findRefused(rows, [...all.values()], hasPage)
    if (refused.length) throw redirectError('rows', { replyFields: { rows: refused } })
    const redirects = rows.map(({ redirect }) => redirect)
    await saveRedirects(db, redirects)
    await deleteCoveredMissingPaths(req, redirects)
    await record(req, {
      action: 'redirects_imported',
      subject: `${rows.length} redirects`,
      of_collection: 'redirects',
      document: 0,
      version: null,
    })
    await announce(req, [redirectsTag])
    return { imported: rows.length }
  })
}

async function findRefused(
  rows: readonly CsvRow[],
  all: readonly Redirect[],
  hasPage: (path: string) => Promise<boolean>,
): Promise<RefusedRow[]> {
  const table = createTable(all)
  const seen = new Set<string>()
  const refused: RefusedRow[] = []
  for (const { line, redirect, problem: invalid } of rows) {
    const problem =
      invalid ?? findProblem(redirect) ?? (seen.has(redirect.from) ? 'repeated' : null)
    const message = problem
      ? redirectProblems[problem]
      : (await hasPage(redirect.from))
        ? redirectProblems.exists
        : chainProblem(redirect, table)
    if (message) refused.push({ line, from: redirect.from, message })
    seen.add(redirect.from)
  }
  return refused
}
