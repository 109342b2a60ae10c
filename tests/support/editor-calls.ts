import type {
  ContentKey,
  ItemsRequest,
  KeyStatus,
  PageReply,
  SaveReply,
} from '../../cms/features/content/editing/contract.ts'
import type { Reply } from './request.ts'
import type { Server } from './server.ts'
import { jsonRequest, sessionHeaders } from './staff.ts'

export const lead: ContentKey = { page: 'cafe', section: 'hero', content_key: 'lead' }

/** The API calls of the editing bar with one staff session. */
export function editorOf(server: Pick<Server, 'send' | 'get'>, session?: string) {
  const post = (path: string, body: unknown) =>
    server.send(`/api/editing/${path}`, jsonRequest('POST', body, session))
  const get = (path: string) =>
    server.get(`/api/editing/${path}`, session ? sessionHeaders(session) : {})
  const page = async (name: string) => (await get(`page/${name}`)).json<PageReply>()
  const keyOf = async (key: ContentKey): Promise<KeyStatus> => {
    const { keys } = await page(key.page)
    const found = keys.find((each) => isSame(each, key))
    if (!found) throw new Error(`The page ${key.page} has no ${key.section}.${key.content_key}.`)
    return found
  }
  const save = (key: ContentKey, text: string, revision: number | null, positioning?: unknown) =>
    post('save', { ...key, content_type: 'text', content_data: { text, positioning }, revision })
  return {
    post,
    get,
    page,
    keyOf,
    save,
    /** Saves with the current revision, so it never conflicts. */
    write: async (key: ContentKey, text: string): Promise<SaveReply> => {
      const response = await save(key, text, (await keyOf(key)).revision)
      if (response.status !== 200) throw new Error(`${response.status} ${response.text}`)
      return response.json<SaveReply>()
    },
    publish: (...items: ItemsRequest['items']): Promise<Reply> => post('publish', { items }),
    unpublish: (...items: ItemsRequest['items']): Promise<Reply> =>
      post('unpublish', { items, instead: 'delivered' }),
    discard: (...items: ItemsRequest['items']): Promise<Reply> => post('discard', { items }),
  }
}

const isSame = (one: ContentKey, other: ContentKey) =>
  one.page === other.page && one.section === other.section && one.content_key === other.content_key
