import { accessibilityViolations } from '../support/accessibility.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { expect, recordOf, test } from '../support/shared-site.ts'
import { insertStaff, password, passwordTokenTo } from '../support/staff.ts'

const database = process.env.DATABASE_UNDER_TEST ?? ''
const newPassword = 'another long password'

test.describe('who is signed out', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)/] })

  test('gets a new password by mail, once; a used link explains itself', async ({ page, baseURL }, {
    project,
  }) => {
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
    await expect(page.locator('.credential-fault')).toContainText('at least 12 characters')
    await page.getByLabel('New password').fill(newPassword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${baseURL}/cms`)

    await page.context().clearCookies()
    await openUntilIdle(page, path)
    await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
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
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/users\/\d+/, { timeout: 3000 })
  }).toPass()
  expect(await passwordTokenTo(database, email)).toBeTruthy()
  const kept = await recordOf<{ id: number; role: string }>(
    calls,
    'users',
    `where[email][equals]=${email}`,
  )
  expect(kept?.role).toBe('editor')
  await page.getByRole('button', { name: 'Mail a link to a new password' }).click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()
  await calls.delete(`/api/users/${kept?.id}`)
})

test.describe('one’s own account', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)/] })

  test('takes the current password for another one', async ({ open, calls }) => {
    const page = await open('/cms/account')
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
    expect((await (await calls.get('/api/users/me')).json()).user).not.toBeNull()
    // Other tests sign in with the first one.
    await page.getByRole('button', { name: 'Change password' }).click()
    await change(newPassword, password)
  })
})
