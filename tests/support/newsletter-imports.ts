import type { ImportStatus } from '../../cms/features/newsletter/imports/contract.ts'
import type { ImportSettings } from '../../cms/features/newsletter/imports/settings.ts'
import type { Reply } from './request.ts'
import type { Server } from './server.ts'
import { jsonRequest, sessionHeaders } from './staff.ts'
import { waitUntil } from './wait-until.ts'

type UploadOptions = { name?: string; birthdays?: 'day/month' | 'month/day' }

/** The calls with which staff import and export subscribers. */
export function importsOf(server: Server, session: string) {
  const headers = sessionHeaders(session)
  const base = '/api/newsletter/imports'

  const upload = (
    file: string | Buffer,
    { name = 'list.csv', birthdays }: UploadOptions = {},
    to: Pick<Server, 'send'> = server,
  ): Promise<Reply> =>
    to.send(`${base}?${new URLSearchParams({ name, ...(birthdays && { birthdays }) })}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: file,
      timeoutMs: 60_000,
    })
  const progress = async (id: number): Promise<ImportStatus> =>
    (await server.get(`${base}/${id}`, headers)).json()
  const waitForState = (id: number, states: ImportStatus['state'][], withinMs = 60_000) =>
    waitUntil(
      () => progress(id),
      ({ state }) => states.includes(state),
      withinMs,
    )
  /** Uploads a file and waits for the preview of its import. */
  const uploadAndPreview = async (
    file: string | Buffer,
    options: UploadOptions = {},
  ): Promise<ImportStatus> => {
    const response = await upload(file, options)
    if (response.status !== 201) throw new Error(response.text)
    return waitForState(response.json<{ id: number }>().id, ['ready', 'refused'])
  }
  const sendSettings = (id: number, settings: Partial<ImportSettings> | object) =>
    server.send(`${base}/${id}/settings`, jsonRequest('POST', settings, session))
  /** Changes the settings of an import and waits for its new preview. */
  const change = async (id: number, settings: Partial<ImportSettings>): Promise<ImportStatus> => {
    const response = await sendSettings(id, settings)
    if (response.status !== 200) throw new Error(response.text)
    return waitForState(id, ['ready', 'refused'])
  }
  const sendBegin = (id: number, body: object) =>
    server.send(`${base}/${id}/begin`, jsonRequest('POST', body, session))
  const begin = (id: number, unstated: 'ask' | 'leave_out' = 'leave_out') =>
    sendBegin(id, { unstated })
  /**
   * Uploads a file and imports it.
   * @param options.settings see `ImportSettings`
   * @param options.leftOut the columns that don't tell who has left
   */
  const importList = async (
    file: string | Buffer,
    {
      unstated = 'leave_out',
      leftOut = [],
      settings,
      ...options
    }: UploadOptions & {
      unstated?: 'ask' | 'leave_out'
      leftOut?: string[]
      settings?: Partial<ImportSettings>
    } = {},
  ): Promise<ImportStatus> => {
    const { id, state, refusal } = await uploadAndPreview(file, options)
    if (state === 'refused') throw new Error(refusal ?? '')
    if (settings) await change(id, settings)
    const response = await sendBegin(id, { unstated, left_out: leftOut })
    if (response.status !== 200) throw new Error(response.text)
    return waitForState(id, ['done'])
  }
  const rejected = async (id: number) => (await server.get(`${base}/${id}/rejected`, headers)).text
  const exportList = (query = '') => server.get(`/api/newsletter/export${query}`, headers)
  return {
    upload,
    progress,
    waitForState,
    uploadAndPreview,
    sendSettings,
    change,
    begin,
    sendBegin,
    importList,
    rejected,
    exportList,
    headers,
    base,
  }
}

/** The number of rows by verdict (the result of an imported row). Verdicts that no row has are left out. */
export const nonZeroCounts = ({ counts }: ImportStatus) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
