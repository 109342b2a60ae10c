import { accessibilityViolations } from '../support/accessibility.ts'
import { openAsStaff, startEditing, textOn, write } from '../support/editing-bar.ts'
import {
  askForCode,
  codeFieldOn,
  errorOn,
  linkedMember,
  openGate,
  openGatePage,
  press,
  signIn,
  signInDialog,
} from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'

// Who is out is refused; what was asked for meanwhile is not.
test.use({ siteName: 'members-staff', expectedErrors: [/status of (400|401|403)|ERR_FAILED/] })

test('a publisher finds a member, signs them out everywhere and suspends them', async ({
  person,
  site,
}, { project }) => {
  test.setTimeout(120_000)
  const room = membershipOf(site.server, site.database)
  const email = `found-${project.name}@venue.example`
  const member = await linkedMember(await person(), email, site)
  await expect(member).toHaveURL(/\/common-room\/main$/)

  const desk = await person('publisher')
  await openUntilIdle(desk, '/cms/collections/members')
  await desk.getByPlaceholder(/^Search by/).fill(email)
  await expect(desk).toHaveURL(/search=found/)
  await desk.getByRole('link', { name: email }).click()
  const access = desk.getByRole('region', { name: 'Coming in' })
  await expect(access).toContainText('May come in. Newsletter: active.')

  // A hint of the handle, and nothing that opens a door.
  const [key] = await room.query<{ handle: string; credential: string; key: string }>(
    `select passkey_handles.handle, passkeys.credential, passkeys.public_key as key
    from passkeys join passkey_handles on passkey_handles.id = passkeys.handle
    join members on members.id = passkey_handles.member where members.email = $1`,
    [email],
  )
  await expect(access.getByRole('row', { name: /this device only/ })).toBeVisible()
  const shown = await desk.content()
  expect(Object.keys(key ?? {})).toHaveLength(3)
  for (const secret of Object.values(key ?? {})) {
    expect(secret.length).toBeGreaterThan(20)
    expect(shown).not.toContain(secret)
  }

  expect(await accessibilityViolations(desk)).toEqual([])

  await access.getByRole('button', { name: 'Sign out everywhere' }).click()
  await desk.keyboard.press('Escape')
  await expect(access.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(access.getByRole('group')).toContainText('no device is trusted any more')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('Signed out everywhere.')).toBeVisible()
  await expect(access.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
  await expect(access.getByRole('heading', { name: 'Coming in' })).toBeFocused()
  await member.goto('/common-room/member')
  await expect(member).toHaveURL(/\/common-room\?back=/)

  // What is refused keeps the question open, and Escape still closes it.
  await desk.route('**/api/members/suspend', (route) => route.abort(), { times: 1 })
  await access.getByRole('button', { name: 'Suspend' }).click()
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('The server can’t be reached. Please try again.')).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(access.getByRole('group')).toHaveCount(0)
  await access.getByRole('button', { name: 'Suspend' }).click()
  await access.getByRole('group').getByRole('button', { name: 'Suspend' }).click()
  await expect(access).toContainText('Suspended: nobody comes in with this address.')
  await room.forgetCodes()
  const stranger = await person()
  await openGatePage(stranger)
  await openGate(stranger)
  await press(stranger, 'Email instead')
  await expect(signInDialog(stranger)).toBeVisible()
  await askForCode(stranger, email)
  await expect(codeFieldOn(stranger)).toBeVisible()
  await codeFieldOn(stranger).fill(await room.codeTo(email))
  await expect(errorOn(stranger)).toContainText('This membership is suspended.')

  await openUntilIdle(desk, '/cms/collections/audit')
  await expect(desk.getByRole('link', { name: /publisher suspended member no\./ })).toBeVisible()
  await expect(
    desk.getByRole('link', { name: /publisher ended every session of member no\./ }),
  ).toBeVisible()
})

test('an editor edits the venue’s note in place', async ({ person, site }) => {
  const page = await person('editor')
  await signIn(page, 'writes@venue.example', site)
  await openAsStaff(page, '/common-room/main')
  await startEditing(page)
  await write(page, 'note.title', 'From upstairs')
  await expect(textOn(page, 'note.title')).toHaveText('From upstairs')
  const member = await person()
  await signIn(member, 'reads@venue.example', site)
  await member.goto('/common-room/main')
  await expect(member.getByRole('heading', { name: 'From the house' })).toBeVisible()
})
