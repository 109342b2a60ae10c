import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveToken } from '../../cms/features/newsletter/subscribing/tokens.ts'
import type { PushState } from '../../cms/features/nudges/contract.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { stateOf } from '../support/nudges.ts'
import { type Server, secret, startServer } from '../support/server.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'

let server: Server
let newsletter: ReturnType<typeof newsletterOf>
let membership: ReturnType<typeof membershipOf>

beforeAll(async () => {
  const url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  newsletter = newsletterOf(server, url)
  membership = membershipOf(server, url)
})
afterAll(() => server?.stop())

const cooking = 'Cooking Classes'
const films = 'Film & Cinema'

/** A subscriber with the leave token of their letters. */
async function join(email: string) {
  await newsletter.join(signUpRequest(email))
  const id = (await newsletter.subscriber(email))?.id ?? 0
  return { id, email, token: leaveToken({ subscriber: id, mail: 0 }, secret) }
}
const stateWith = async (visitor: Visitor, token: string) =>
  (await visitor.get(`/api/push/state?letters=${encodeURIComponent(token)}`)).json<PushState>()

/** Stores that a letter was handed over to a subscriber's mail server. */
async function insertLetter(subscriber: number, email: string, subject: string) {
  const [letter] = await newsletter.query<{ id: number }>(
    `insert into letters (subject, state, slug, is_public, tries)
     values ($1, 'sent', $2, true, 0) returning id`,
    [subject, subject.toLowerCase().replaceAll(' ', '-')],
  )
  await newsletter.query(
    `insert into mails (key, kind, to_address, subject, html, text, headers, subscriber, letter, state,
                        handed_at, sent_at)
     values (gen_random_uuid()::text, 'letter', $1, $2, 'h', 't', '{}', $3, $4, 'sent', now(), now())`,
    [email, subject, subscriber, letter?.id],
  )
}

describe('the leave token of a letter', () => {
  test('shows and changes the topics of its subscriber, whose address is masked', async () => {
    const { email, token, id } = await join('reader@venue.example')
    const visitor = visitorOf(server)
    const { email: choice, is_member, device } = await stateWith(visitor, token)
    expect(choice).toEqual({
      topics: [cooking],
      leave: `/unsubscribe/${token}`,
      address: expect.not.stringContaining('reader'),
    })
    expect({ is_member, device }).toEqual({ is_member: false, device: null })
    const save = (topics: string[]) =>
      visitor.call('/api/push/email-topics', { topics, letters: token })
    expect((await save([films])).json()).toEqual({ ok: true })
    expect((await newsletter.subscriber(email))?.interests).toEqual([films])
    const [consent] = await newsletter.query<{ kind: string }>(
      'select kind::text from consents where subscriber_id = $1 order by id desc limit 1',
      [id],
    )
    expect(consent?.kind).toBe('changed')
    expect((await save([])).status).toBe(200)
    expect((await stateWith(visitor, token)).email?.topics).toEqual([])
    expect((await save(['Knitting'])).json()).toMatchObject({ error: 'bad_request' })
  })

  test('that is invalid, or of somebody who left, shows nothing and changes nothing', async () => {
    const { token, email } = await join('gone@venue.example')
    await newsletter.post(`/unsubscribe/${token}`, { action: 'leave' })
    for (const wrong of [token, `${token}x`, 'x', '']) {
      const visitor = visitorOf(server)
      expect([wrong, (await stateWith(visitor, wrong)).email]).toEqual([wrong, null])
      const reply = await visitor.call('/api/push/email-topics', {
        topics: [films],
        letters: wrong,
      })
      expect([wrong, reply.status]).toEqual([wrong, 404])
    }
    expect((await newsletter.subscriber(email))?.interests).toEqual([cooking])
  })

  test('lists the letters that its subscriber got, each with the reason', async () => {
    const { id, email, token } = await join('letters@venue.example')
    await insertLetter(id, email, 'Saison is here')
    const { messages } = await stateWith(visitorOf(server), token)
    expect(messages).toMatchObject([
      {
        kind: 'letter',
        title: 'Saison is here',
        url: '/letters/saison-is-here',
        why: 'It went to everybody who gets letters.',
      },
    ])
    expect((await stateOf(visitorOf(server))).messages).toEqual([])
  })
})

describe('a member', () => {
  test('sees and changes the topics of the subscription with their address', async () => {
    const { email } = await join('ada@venue.example')
    const { visitor } = await membership.signIn(email)
    await visitor.call('/api/member/profile', { time_slots: ['Evening'] })
    expect(await stateOf(visitor)).toMatchObject({
      email: { address: email, topics: [cooking] },
      profile_slots: ['Evening'],
    })
    expect((await visitor.call('/api/push/email-topics', { topics: [films] })).status).toBe(200)
    expect((await newsletter.subscriber(email))?.interests).toEqual([films])
  })

  test('sees the newest fifty nudges and letters in one list', async () => {
    const { id, email } = await join('both@venue.example')
    const { visitor } = await membership.signIn(email)
    // Inserts thirty nudges and thirty letters: a nudge in each even minute and a letter in each odd minute.
    await newsletter.query(
      `with added as (
         insert into nudges (text, link, audience, ttl_minutes, state)
         select 'Nudge ' || n, '/beer', 'everyone', 60, 'sent' from generate_series(1, 30) as n
         returning id, substring(text from 7)::int as n)
       insert into nudge_deliveries (nudge, device, person, state, token, due_at, expires_at, accepted_at)
       select added.id, 0, 'member:' || members.id, 'accepted', 'both ' || n, now(), now(),
              now() - n * interval '2 minutes'
         from added, members where members.email = $1`,
      [email],
    )
    await newsletter.query(
      `with added as (
         insert into letters (subject, state, is_public, tries)
         select 'Letter ' || n, 'sent', true, 0 from generate_series(1, 30) as n
         returning id, subject, now() - substring(subject from 8)::int * interval '2 minutes'
                                + interval '1 minute' as at)
       insert into mails (key, kind, to_address, subject, html, text, headers, subscriber, letter, state,
                          handed_at, sent_at)
       select gen_random_uuid()::text, 'letter', $1, subject, 'h', 't', '{}', $2, id, 'sent', at, at
         from added`,
      [email, id],
    )
    const { messages } = await stateOf(visitor)
    const expected = Array.from({ length: 25 }, (_, n) => [
      `letter Letter ${n + 1}`,
      `nudge Nudge ${n + 1}`,
    ])
    const found = messages.map(
      ({ kind, title, text }) => `${kind} ${kind === 'letter' ? title : text}`,
    )
    expect(found).toEqual(expected.flat())
  })

  test('without a subscription cannot change topics of letters, and neither can a stranger', async () => {
    const { visitor } = await membership.signIn('eve@venue.example')
    expect((await stateOf(visitor)).email).toBeNull()
    for (const person of [visitor, visitorOf(server)]) {
      const reply = await person.call('/api/push/email-topics', { topics: [films] })
      expect(reply.status).toBe(404)
    }
  })
})
