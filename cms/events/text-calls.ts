import { call } from '../http/call.ts'
import { optionalMember } from '../members/access.ts'
import { type TextReply, textRequest } from './contract.ts'
import { paragraphsOf, readMembersText } from './public.ts'

/** The text of an event for members. Its page, which is cached, is the same for everybody. */
export const textCalls = [
  call({
    method: 'get',
    path: '/calendar/text',
    // Others are not refused: the browser may have a session that has ended meanwhile.
    access: optionalMember,
    query: textRequest,
    handle: async ({ req, caller, query: { slug } }) => {
      const date = caller && (await readMembersText(req.payload, slug))
      const body: TextReply = { paragraphs: date ? paragraphsOf(date.body) : null }
      return { body }
    },
  }),
]
