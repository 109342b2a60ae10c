import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { addAuthenticator } from '../support/gate-page.ts'
import { expectViewFits } from '../support/overflowing.ts'
import { addSessionCookie } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import {
  expect,
  recordOf,
  testInReusedPage as test,
  test as testInNewPage,
} from '../support/shared-site.ts'
import { createStaffSession, insertStaff, password, passwordTokenTo } from '../support/staff.ts'

const database = process.env.DATABASE_UNDER_TEST ?? ''
const newPassword = 'another long password'

test.describe('a signed-out staff member', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)/] })

  test('sets a new password by a mailed link; a used or invalid link offers a new one', async ({
    page,
    baseURL,
  }, { project }) => {
    const email = `forgot-${project.name}@venue.example`
    await insertStaff(database, [{ name: 'Forgot', role: 'editor', email }])
    await openUntilIdle(page, '/cms/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(page.getByText('a link is on its way there')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])

    const path = `/cms/reset/${await passwordTokenTo(database, email)}`
    await openUntilIdle(page, path)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Use this password' }).click()
    await expect(page.locator('.credential-problem')).toContainText('at least 12 characters')
    await page.getByLabel('New password').fill(newPassword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${baseURL}/cms`)

    const expectOfferOfNewLink = async (to: string) => {
      await openUntilIdle(page, to)
      await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
      expect(await accessibilityViolations(page)).toEqual([])
    }
    await page.context().clearCookies()
    await expectOfferOfNewLink('/cms/reset/x')
    await expectOfferOfNewLink(path)
  })
})

test('an admin invites somebody by name, address and role', async ({ open, calls }, {
  project,
}) => {
  const email = `invited-${project.name}@venue.example`
  const page = await open('/cms/collections/users/create')
  await expect(page.getByLabel(/password/i)).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Invited')
  await expect(async () => {
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page).toHaveURL(/users\/\d+/, { timeout: 20_000 })
  }).toPass()
  expect(await passwordTokenTo(database, email)).toBeTruthy()
  const invited = await recordOf<{ id: number; role: string }>(
    calls,
    'users',
    `where[email][equals]=${email}`,
  )
  expect(invited?.role).toBe('editor')
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(page.locator('.invited')).toHaveText(/^Invited Today, \d\d:\d\d\.$/)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('The invitation is on its way again.')).toBeVisible()
  await openUntilIdle(page, '/cms/collections/users')
  const row = (name: string) => page.locator('.table tbody tr', { hasText: name }).first()
  await expect(row(email)).toContainText(/Invited Today/)
  await expect(row('Ada')).not.toContainText('Invited')
  await expectViewFits(page)
  await calls.delete(`/api/users/${invited?.id}`)
})

test.describe('access to staff accounts', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)/] })
  const forgetProof = (email: string) =>
    onDatabase(database, (query) =>
      query(
        `update staff_sessions set proved_at = null
          where "user" = (select id from users where email = $1)`,
        [email],
      ),
    )

  test('cannot be gained from links in mails without a proof', async ({
    open,
    calls,
    email: admin,
  }, { project }) => {
    const email = `reset-${project.name}@venue.example`
    await insertStaff(database, [{ name: 'Reset', role: 'editor', email }])
    await calls.post('/api/users/forgot-password', { data: { email } })
    const [mail] = await onDatabase(database, (query) =>
      query<{ id: number }>('select id from mails where to_address = $1', [email]),
    )
    await forgetProof(admin)
    const page = await open(`/cms/mailbox/${mail?.id}`)
    await expect(page.getByText('There is no such mail, or it is not yours to read.')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Show them' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await expect(dialog).toContainText(
      'Whoever reads the codes and links in these mails can use them.',
    )
    await dialog.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(email).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show them' })).toHaveCount(0)
  })

  test(
    'is changed only after the admin has typed their own password, for which saving asks',
    { tag: '@extended' },
    async ({ open, calls, email: admin }, { project }) => {
      const email = `proved-${project.name}@venue.example`
      const personOf = () =>
        recordOf<{ role: string }>(calls, 'users', `where[email][equals]=${email}`)
      const page = await open('/cms/collections/users/create')
      await forgetProof(admin)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Name').fill('Proved')
      await page.getByRole('button', { name: /^(Save|Invite)$/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
      await expect(dialog.getByLabel('Current password')).toBeFocused()
      await expect(dialog).toContainText('This decides who can log in.')
      expect(await accessibilityViolations(page)).toEqual([])
      await page.keyboard.type('wrong')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toContainText('That is not your current password.')
      expect(await personOf()).toBeUndefined()
      await dialog.getByLabel('Current password').fill(password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/users\/\d+/)
      await expect(dialog).toHaveCount(0)

      // The proof stays valid for five minutes, so no dialog opens.
      await page.getByRole('button', { name: /Mail a link|Send again/ }).click()
      await expect(page.getByText(/is on its way/)).toBeVisible()
      await forgetProof(admin)
      await page.getByLabel('Name').fill('Renamed')
      await page.getByLabel('Email').fill(`x-${email}`)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByLabel('Current password')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByText('Please confirm that it’s you, and try again.')).toBeVisible()
      await expect(page.getByLabel('Name')).toHaveValue('Renamed')
      expect((await personOf())?.role).toBe('editor')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible()

      await page.locator('.doc-controls__popup button, .doc-controls__dots').first().click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await dialog.getByLabel('Current password').fill(password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/collections\/users(\?|$)/)
      expect(await personOf()).toBeUndefined()
    },
  )
})

test.describe('one’s own account', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)/] })

  test('needs the current password to set a new one', { tag: '@extended' }, async ({ open }) => {
    const page = await open('/cms/account')
    await expectViewFits(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Current password')).toBeFocused()
    await dialog.getByLabel('Current password').fill('wrong')
    await dialog.getByLabel('New password').fill(newPassword)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('That is not your current password.')
    expect(await accessibilityViolations(page)).toEqual([])
    const change = async (from: string, to: string) => {
      await dialog.getByLabel('Current password').fill(from)
      await dialog.getByLabel('New password').fill(to)
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
    }
    await change(password, newPassword)
    await expect(page.getByText('Your password is changed.').first()).toBeVisible()
    // The person is still signed in, with a new session.
    await open('/cms/account')
    // Restores the former password, because other tests sign in with it.
    await page.getByRole('button', { name: 'Change password' }).click()
    await change(newPassword, password)
  })
})

testInNewPage.describe('a passkey', () => {
  testInNewPage.use({ expectedErrors: [/403 \(Forbidden\)/] })

  testInNewPage(
    'is added to one’s own account, opens the admin, and is removed by an admin',
    async ({ page, calls, baseURL }, { project }) => {
      // The fixture `calls` signs the page in as an admin.
      expect(calls).toBeTruthy()
      const context = page.context()
      const email = `passkey-${project.name}@venue.example`
      const [id = 0] = await insertStaff(database, [{ name: 'Grace', role: 'editor', email }])
      const adminCookies = await context.cookies()
      const deleteSessionCookie = () => context.clearCookies({ name: 'payload-token' })
      await deleteSessionCookie()
      await addSessionCookie(context, baseURL ?? '', await createStaffSession(database, email))
      const authenticator = await addAuthenticator(page)

      await openUntilIdle(page, '/cms/account')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel('Current password')).toBeFocused()
      await dialog.getByLabel('Current password').fill('wrong')
      await dialog.getByLabel('Name', { exact: true }).fill('My phone')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toContainText('That is not your current password.')
      expect(await accessibilityViolations(page)).toEqual([])
      await dialog.getByLabel('Current password').fill(password)
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText('My phone')).toBeVisible()
      expect(await authenticator.count()).toBe(1)

      // The passkey confirms further changes.
      await page.getByRole('button', { name: 'Rename My phone' }).click()
      await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
      await dialog.getByLabel('Name', { exact: true }).fill('Our phone')
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText('Our phone')).toBeVisible()
      expect(await accessibilityViolations(page)).toEqual([])

      await deleteSessionCookie()
      // The authenticator would answer the field's autofill request at once.
      await authenticator.setAnswering(false)
      await openUntilIdle(page, '/cms/login?redirect=/cms/account')
      expect(await accessibilityViolations(page)).toEqual([])
      await authenticator.setAnswering(true)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expect(page).toHaveURL(`${baseURL}/cms/account`)
      await expect(page.getByText('last used: Today')).toBeVisible()

      await deleteSessionCookie()
      // The login page's autofill request signs in without a click.
      await page.goto('/cms/login')
      await expect(page).toHaveURL(`${baseURL}/cms`)

      await context.addCookies(adminCookies)
      await openUntilIdle(page, `/cms/collections/users/${id}`)
      await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Remove Our phone' }).click()
      expect(await accessibilityViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Remove passkey' }).click()
      await expect(page.getByText('Our phone')).toHaveCount(0)

      await deleteSessionCookie()
      await authenticator.setAnswering(false)
      await openUntilIdle(page, '/cms/login')
      await authenticator.setAnswering(true)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expect(page.getByText('belongs to nobody on the staff')).toBeVisible()
    },
  )
})
