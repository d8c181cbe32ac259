//! Points in time as a person writes and reads them.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ZonedDateTime};

/// `30d`, `2 weeks`, `12h`: that long ago. `2026-10-01`, `2026-10-01T12:00`:
/// then, in the time zone of this machine; with an offset, exactly then.
pub fn parse(text: &str) -> Result<Timestamp, String> {
    let zone = TimeZone::system();
    if let Ok(time) = text.parse::<Timestamp>() {
        return Ok(time);
    }
    let civil = text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(DateTime::from));
    if let Ok(civil) = civil {
        return civil
            .to_zoned_datetime(zone)
            .map(|zoned| zoned.timestamp())
            .map_err(|error| error.to_string());
    }
    let ago = text.parse::<Span>().ok().map(Span::abs);
    let then = ago.and_then(|ago| ZonedDateTime::now().checked_sub(ago).ok());
    then.map(|zoned| zoned.timestamp())
        .ok_or_else(|| "write a time such as `30d`, `12h`, `2026-10-01` or `2026-10-01T12:00`".to_owned())
}

/// As [`parse`], for the end of a time: a day without an hour counts as a whole.
pub fn parse_end(text: &str) -> Result<Timestamp, String> {
    let time = parse(text)?;
    if text.contains(['T', 't', ' ']) || text.parse::<Date>().is_err() {
        return Ok(time);
    }
    let next = time.to_zoned_datetime(TimeZone::system()).tomorrow().map(|zoned| zoned.timestamp());
    next.and_then(|next| next.checked_sub(Span::new().nanoseconds(1))).map_err(|error| error.to_string())
}

/// `2026-11-30`, in the time zone of this machine.
pub fn day(time: Timestamp) -> String {
    time.to_zoned_datetime(TimeZone::system()).strftime("%Y-%m-%d").to_string()
}

/// `2026-11-01 to 2026-11-30`, or one day.
pub fn days(first: Timestamp, last: Timestamp) -> String {
    let (first, last) = (day(first), day(last));
    if first == last { first } else { format!("{first} to {last}") }
}

/// `2026-11-30 12:01`, in the time zone of this machine.
pub fn shown(time: Timestamp) -> String {
    time.to_zoned_datetime(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string()
}

/// `5 minutes ago`, in the largest unit that fits.
pub fn ago(time: Timestamp) -> String {
    let seconds = Timestamp::now().duration_since(time).as_secs();
    let units = [(86400 * 2, 86400, "day"), (3600, 3600, "hour"), (60, 60, "minute")];
    match units.iter().find(|(least, ..)| seconds >= *least) {
        Some((_, unit, name)) => {
            format!("{} ago", crate::render::style::count((seconds / unit) as usize, name))
        }
        None => "just now".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_date_or_a_while_ago() {
        let now = Timestamp::now().as_second();
        for (text, ago) in [("12h", 12 * 3600), ("90 minutes", 5400), ("0s", 0)] {
            let then = parse(text).unwrap().as_second();
            assert!((now - ago - then).abs() < 5, "{text}");
        }
        assert_eq!(parse("2026-10-01T00:00Z").unwrap().to_string(), "2026-10-01T00:00:00Z");
        assert!(parse("2026-10-01").is_ok() && parse("30d").is_ok() && parse("2 weeks").is_ok());
        assert!(parse("soon").is_err() && parse("").is_err());
    }

    #[test]
    fn a_day_ends_when_the_next_begins() {
        let [start, end] = [parse("2026-10-01"), parse_end("2026-10-01")].map(Result::unwrap);
        assert_eq!((day(start), day(end)), ("2026-10-01".to_owned(), "2026-10-01".to_owned()));
        assert!(end > parse("2026-10-01T23:59").unwrap() && end < parse("2026-10-02").unwrap());
        for text in ["2026-10-01T12:00", "2026-10-01T00:00Z", "2026-10-01 00:00"] {
            assert_eq!(parse_end(text), parse(text), "{text}");
        }
        assert!(parse_end("30d").is_ok() && parse_end("soon").is_err());
        assert_eq!(days(start, end), "2026-10-01");
    }
}
