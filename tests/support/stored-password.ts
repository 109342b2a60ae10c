/** The password of test accounts, and the key that the server derives from it (PBKDF2-SHA256, 600,000 rounds). */
export const storedPassword = {
  password: 'correct horse battery',
  salt: '5a'.repeat(32),
  key: '039b53c15999a15871339b65220140d72d76b5e05a30e8de34cfae9d3f71a016',
}
