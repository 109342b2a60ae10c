import { accessibilityViolations } from '../support/accessibility.ts'
import { openAsStaff, startEditing, textOn, write } from '../support/editing-bar.ts'
import {
  askForCode,
  codeFieldOn,
  openAsLinkedMember,
  openGate,
  openGatePage,
  press,
  signIn,
  signInDialog,
  toastOn,
} from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { expectViewFits } from '../support/overflowing.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'

// The server refuses requests of a signed-out or suspended member; the test aborts one request.
test.use({ siteName: 'members-staff', expectedErrors: [/status of (400|401|403)|ERR_FAILED/] })

test('a publisher finds a member, signs them out everywhere and suspends them', async ({
  openPage,
  site,
}, { project }) => {
  const membership = membershipOf(site.server, site.database)
  const email = `found-${project.name}@venue.example`
  const member = await openAsLinkedMember(await openPage(), email, site)
  await expect(member).toHaveURL(/\/common-room\/main$/)

  const adminPage = await openPage('publisher')
  await openUntilIdle(adminPage, '/cms/collections/members')
  await expectViewFits(adminPage)
  await adminPage.getByPlaceholder(/^Search by/).fill(email)
  await expect(adminPage).toHaveURL(/search=found/)
  await adminPage.getByRole('link', { name: email }).click()
  const access = adminPage.getByRole('region', { name: 'Coming in' })
  await expect(access).toContainText('May come in. Newsletter: active.')

  // The page contains no complete handle, credential or public key.
  const [stored] = await membership.query<{ handle: string; credential: string; key: string }>(
    `select passkey_handles.handle, passkeys.credential, passkeys.public_key as key
    from passkeys join passkey_handles on passkey_handles.id = passkeys.handle
    join members on members.id = passkey_handles.member where members.email = $1`,
    [email],
  )
  await expect(access.getByRole('row', { name: /this device only/ })).toBeVisible()
  const html = await adminPage.content()
  expect(Object.keys(stored ?? {})).toHaveLength(3)
  for (const secret of Object.values(stored ?? {})) {
    expect(secret.length).toBeGreaterThan(20)
    expect(html).not.toContain(secret)
  }

  expect(await accessibilityViolations(adminPage)).toEqual([])

  await access.getByRole('button', { name: 'Sign out everywhere' }).click()
  await adminPage.keyboard.press('Escape')
  await expect(access.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused()
  await adminPage.keyboard.press('Enter')
  await expect(access.getByRole('group')).toContainText('no device is trusted any more')
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText('Signed out everywhere.')).toBeVisible()
  await expect(access.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
  await expect(access.getByRole('heading', { name: 'Coming in' })).toBeFocused()
  await member.goto('/common-room/member')
  await expect(member).toHaveURL(/\/common-room\?back=/)

  // After a failed request the confirmation stays open, and Escape closes it.
  await adminPage.route('**/api/members/suspend', (route) => route.abort(), { times: 1 })
  await access.getByRole('button', { name: 'Suspend' }).click()
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText('The server can’t be reached. Please try again.')).toBeVisible()
  await adminPage.keyboard.press('Escape')
  await expect(access.getByRole('group')).toHaveCount(0)
  await access.getByRole('button', { name: 'Suspend' }).click()
  await access.getByRole('group').getByRole('button', { name: 'Suspend' }).click()
  await expect(access).toContainText('Suspended: nobody comes in with this address.')
  await membership.resetCodeLimits()
  const stranger = await openPage()
  await openGatePage(stranger)
  await openGate(stranger)
  await press(stranger, 'Email instead')
  await expect(signInDialog(stranger)).toBeVisible()
  await askForCode(stranger, email)
  await expect(codeFieldOn(stranger)).toBeVisible()
  await codeFieldOn(stranger).fill(await membership.codeTo(email))
  await expect(toastOn(stranger, 'Verification failed')).toContainText(
    'This membership is suspended.',
  )

  await openUntilIdle(adminPage, '/cms/collections/audit')
  await expect(
    adminPage.getByRole('link', { name: /publisher suspended member no\./ }),
  ).toBeVisible()
  await expect(
    adminPage.getByRole('link', { name: /publisher ended every session of member no\./ }),
  ).toBeVisible()
  await expectViewFits(adminPage)
})

test('an editor edits the venue’s note in place, and members see the published note', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage('editor')
  await signIn(page, 'writes@venue.example', site)
  await openAsStaff(page, '/common-room/main')
  await startEditing(page)
  await write(page, 'note.title', 'From upstairs')
  await expect(textOn(page, 'note.title')).toHaveText('From upstairs')
  const member = await openPage()
  await signIn(member, 'reads@venue.example', site)
  await member.goto('/common-room/main')
  await expect(member.getByRole('heading', { name: 'From the house' })).toBeVisible()
})
