import { formatMoney } from '../../../islands/lib/money.ts'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { MovementRow } from '../../ledger/admin/MovementRow.tsx'
import { isReversible, kindText } from '../rules.ts'
import { findCredit } from '../service.ts'
import { FindMember } from './FindMember.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { TopUpForm } from './TopUpForm.tsx'
import { numberIn, type TillPage } from './till-page.ts'

/**
 * The member id in the page's URL, with the member's credit (null if there is no such member). Null if the URL has no
 * id.
 */
export async function findMemberInUrl({ view }: Pick<TillPage, 'view'>) {
  const id = numberIn(view, 'member')
  if (!id) return null
  const credit = await findCredit(view.initPageResult.req, id, numberIn(view, 'before'))
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
        <FindMember />
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
  const person = { id: member.id, name: member.name ?? member.email }
  return (
    <>
      <div className="till-person">
        <p>
          <b>{member.name ?? member.email}</b> {member.name ? <span>{member.email}</span> : null}
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
          This member is suspended, so nothing can be booked. Movements can be reversed.
        </p>
      ) : (
        <div className="till-forms">
          <section>
            <h2>Take a payment</h2>
            <PaymentForm
              member={person}
              currency={currency}
              availableCents={props.availableCents}
            />
          </section>
          <section>
            <h2>Top up</h2>
            <TopUpForm member={person} currency={currency} />
          </section>
        </div>
      )}
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
