// Tells the house in which time zone this browser is, so that guests see deadlines in their own time.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`time_zone=${zone}`)) {
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no other way
  document.cookie = `time_zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}
