import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { can } from '../../../platform/staff/can.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { MovementRow } from '../../ledger/admin/MovementRow.tsx'
import { isOpenTo } from '../find-member.ts'
import { blindTills, isReversible, kindText, tills } from '../rules.ts'
import { findCredit } from '../service.ts'
import { CardForm, FindMember } from './FindMember.tsx'
import { MemberForms } from './MemberForms.tsx'
import { numberIn, type TillPage } from './till-page.ts'

/**
 * The member id in the page's URL, with the member's credit (null if there is no such member). Null if the URL has no
 * id, or if the staff member would have to scan the card first.
 */
export async function findMemberInUrl({ view }: Pick<TillPage, 'view'>) {
  const id = numberIn(view, 'member')
  if (!id) return null
  const { req } = view.initPageResult
  if (!(await isOpenTo(req, Number(req.user?.id), id))) return null
  const credit = await findCredit(req, id, numberIn(view, 'before'))
  return { id, credit }
}

type Props = TillPage & { found: Awaited<ReturnType<typeof findMemberInUrl>> }

/** `/cms/till`: finds a member. With `?member=`: their credit, and forms to top it up and to take a payment. */
export function CreditPage({ found, ...page }: Props) {
  if (!found?.credit) {
    return (
      <>
        {found ? (
          <p className="admin-warning" role="alert">
            There is no such member. What was booked for deleted members stays in the books.
          </p>
        ) : null}
        {can(page.view.initPageResult.req, 'members.read') ? <FindMember /> : <CardForm />}
      </>
    )
  }
  return <MemberCredit {...page} {...found.credit} />
}

type Credit = NonNullable<NonNullable<Props['found']>['credit']>

function MemberCredit(props: TillPage & Credit) {
  const { view, currency, timeZone, today, member, movements, names, hasMore } = props
  const money = (cents: number) => formatMoney(cents, currency)
  const isFirstPage = numberIn(view, 'before') === undefined
  const href = `/cms/till?member=${member.id}`
  const actorName = ({ actor, actor_id }: (typeof movements)[number]) =>
    actor === 'staff' ? (names.get(actor_id ?? 0) ?? 'Former staff') : actorTexts[actor]
  const { req } = view.initPageResult
  // The bar sees neither addresses nor what a member bought elsewhere.
  const isOffice = can(req, 'members.read')
  const title = member.name ?? (isOffice ? member.email : `Member no. ${member.id}`)
  const person = { id: member.id, name: title }
  return (
    <>
      <div className="till-person">
        <p>
          <b>{title}</b> {isOffice && member.name ? <span>{member.email}</span> : null}
        </p>
        <p>
          <CmsLink href="/cms/till">Somebody else</CmsLink>
        </p>
      </div>
      <dl className="till-sums">
        <div>
          <dt>Available</dt>
          <dd>{money(props.availableCents)}</dd>
        </div>
        {props.heldCents ? (
          <div>
            <dt>Held</dt>
            <dd>{money(props.heldCents)}</dd>
          </div>
        ) : null}
      </dl>
      {member.isSuspended ? (
        <p className="admin-warning">
          This member is suspended, so nothing can be booked.
          {isOffice ? ' Movements can be reversed.' : null}
        </p>
      ) : (
        <MemberForms
          member={person}
          currency={currency}
          availableCents={props.availableCents}
          tills={can(req, 'money.take') ? tills : blindTills}
        />
      )}
      {isOffice ? (
        <section className="till-list">
          <h2>What was booked</h2>
          {movements.length ? (
            <ol className="movements">
              {movements.map((each) => (
                <MovementRow
                  key={each.id}
                  movement={each}
                  title={titleOf(each)}
                  bookedBy={actorName(each)}
                  currency={currency}
                  timeZone={timeZone}
                  today={today}
                  shownOn="on the member’s statement"
                  reversePath={isReversible(each) ? 'till/reverse' : null}
                />
              ))}
            </ol>
          ) : (
            <p className="admin-quiet">
              {isFirstPage ? 'Nothing yet. What you book is listed here.' : 'Nothing before this.'}
            </p>
          )}
          {isFirstPage && !hasMore ? null : (
            <nav className="movements-pages" aria-label="Pages">
              {isFirstPage ? null : <CmsLink href={href}>Newest</CmsLink>}
              {hasMore ? (
                <CmsLink href={`${href}&before=${movements.at(-1)?.id}`}>Earlier</CmsLink>
              ) : null}
            </nav>
          )}
        </section>
      ) : null}
    </>
  )
}

const titleOf = ({ kind, note, area, reference, reverses }: Credit['movements'][number]) =>
  reverses
    ? (note ?? kindText(kind))
    : [kindText(kind), area, reference && referenceText(reference), note]
        .filter(Boolean)
        .join(' · ')

/** A transfer's reference as staff see it. The program's own references are hidden, except those to payments. */
function referenceText(reference: string): string {
  const [, kind, id] = /^(payment|send|card|event):(\d+)$/.exec(reference) ?? []
  if (kind === 'payment') return `with no. ${id}`
  return kind ? '' : reference
}

const actorTexts = { member: 'The member', system: 'The program' }
