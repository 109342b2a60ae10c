import { z } from 'zod'
import { column, type Database, findRows, textList } from '../../../platform/database/query.ts'

type Topics = { interests: readonly string[]; ownTopics: readonly string[] }

/** The ids of letters that still have mails to send, and that are for some topics but for none of the given ones. */
export const findLettersForOtherTopics = (db: Database, { interests, ownTopics }: Topics) =>
  findRows(db, column(z.number()))`
    select id from letters as l
     where state in ('sending', 'paused')
       and (audience_own_topics <> '[]'
            or exists (select from letters_audience_interests where parent_id = l.id))
       and not exists (
         select from letters_audience_interests
          where parent_id = l.id
            and value::text in ${textList(interests)})
       and not exists (
         select from jsonb_array_elements_text(audience_own_topics) as topic
          where topic in ${textList(ownTopics)})`
