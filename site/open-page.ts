import { getPayload, type Payload } from 'payload'
import * as content from '../cms/features/content/page.ts'
import type { PageKey } from '../cms/features/texts.ts'
import config from '../payload.config.ts'

export const findPayload = (): Promise<Payload> => getPayload({ config })

export const openPage = async (locals: App.Locals, page: PageKey): Promise<content.OpenPage> =>
  content.openPage(await findPayload(), locals, page)
