import { recordSecurityEvent } from '../security/events.ts'

/** Records a security event if the reply to a staff sign-in says that the password was wrong. */
export function recordFailedSignIn({ url, headers }: Request, { status }: Response): void {
  if (status === 401 && new URL(url).pathname === '/api/users/login') {
    recordSecurityEvent({ headers }, 'staff_sign_in_failed')
  }
}
