import { createLocalReq, type Payload } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { deleteRows } from '../queries/import-rows.ts'
import { deleteParts, findImport, setRefused } from '../queries/imports.ts'

/** Ends an import that cannot continue. @param reason for staff */
export async function refuseImport(payload: Payload, id: number, reason: string): Promise<void> {
  await inTransaction(await createLocalReq({}, payload), (db) => end(db, id, reason))
}

/** @returns false if the import had ended before */
async function end(db: Database, id: number, reason: string): Promise<boolean> {
  if (!(await setRefused(db, id, reason))) return false
  await deleteParts(db, id)
  await deleteRows(db, id)
  return true
}

/**
 * Ends an import that failed repeatedly although its file is valid. If rows were already imported, the
 * audit trail records their number.
 */
export async function endFailedImport(
  payload: Payload,
  id: number,
  attempts: number,
): Promise<void> {
  const found = await findImport(databaseOf(payload), id)
  if (!found) return
  const { done, rows, layout, byId, byName } = found
  const progress = done ? ` Up to row ${done + (layout?.above ?? 1)} it was carried out.` : ''
  const reason = `It failed ${attempts} times; the program’s log says why.${progress}`
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    if (!(await end(db, id, reason)) || !done) return
    await record(req, {
      action: 'import_given_up',
      subject: `a list of ${rows} subscribers`,
      of_collection: 'subscribers',
      document: `import ${id}`,
      details: { done },
      by: { id: byId, name: byName },
    })
  })
}
