//! Which fields an update changes.
use prost_reflect::ReflectMessage;
use prost_types::FieldMask;

use crate::Fault;

/// Fields that the `update_mask` of a request names. Without a mask, an update changes the fields that are set, and
/// lists that are not empty. With one, it changes the named fields, and empties those that are not set.
pub struct UpdateMask {
    /// Names of fields; empty without a mask.
    paths: Vec<String>,
}

impl UpdateMask {
    /// Returns the mask of a request.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` if the mask names no field of the request.
    pub fn new<M: ReflectMessage>(request: &M, mask: Option<&FieldMask>) -> Result<Self, Fault> {
        let paths = mask.map(|mask| mask.paths.clone()).unwrap_or_default();
        let message = request.descriptor();
        match paths.iter().find(|path| message.get_field_by_name(path).is_none()) {
            Some(path) => Err(Fault::field("update_mask", format!("There is no field called {path}."))),
            None => Ok(Self { paths }),
        }
    }

    /// Returns the new value of a field that may be empty; `None` if it does not change.
    pub fn value<T: Default>(&self, field: &str, value: Option<T>) -> Option<T> {
        match self.paths.is_empty() {
            true => value,
            false => self.names(field).then(|| value.unwrap_or_default()),
        }
    }

    /// Returns the new value of a field that may not be empty; `None` if it does not change.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` if the mask names the field and it is not set.
    pub fn required<T>(&self, field: &str, value: Option<T>) -> Result<Option<T>, Fault> {
        match (self.paths.is_empty(), self.names(field)) {
            (true, _) => Ok(value),
            (false, false) => Ok(None),
            (false, true) if value.is_none() => {
                Err(Fault::field(field, "This can't be empty. Enter a value."))
            }
            (false, true) => Ok(value),
        }
    }

    /// Returns the new items of a list; `None` if it does not change.
    pub fn list<T>(&self, field: &str, items: Vec<T>) -> Option<Vec<T>> {
        match self.paths.is_empty() {
            true => Some(items).filter(|items| !items.is_empty()),
            false => self.names(field).then_some(items),
        }
    }

    fn names(&self, field: &str) -> bool {
        self.paths.iter().any(|name| name == field)
    }
}

#[cfg(test)]
mod tests {
    use contract::v1::UpdatePartnerRequest;

    use super::*;

    fn mask(paths: &[&str]) -> Result<UpdateMask, Fault> {
        let paths = paths.iter().map(|path| (*path).to_owned()).collect();
        UpdateMask::new(&UpdatePartnerRequest::default(), Some(&FieldMask { paths }))
    }

    #[test]
    fn without_a_mask_only_set_fields_change() {
        let none = mask(&[]).expect("a mask");
        assert_eq!((none.value("name", Some(1)), none.value::<i32>("name", None)), (Some(1), None));
        assert_eq!((none.list("scopes", vec![1]), none.list::<i32>("scopes", vec![])), (Some(vec![1]), None));
        assert_eq!(none.required::<i32>("name", None).expect("no change"), None);
    }

    #[test]
    fn masked_fields_change_and_are_cleared_if_unset() {
        let named = mask(&["name", "scopes"]).expect("a mask");
        assert_eq!((named.value("name", Some(1)), named.value::<i32>("name", None)), (Some(1), Some(0)));
        assert_eq!(named.list::<i32>("scopes", vec![]), Some(vec![]));
        assert_eq!((named.value("id", Some(1)), named.list("redirect_uris", vec![1])), (None, None));
        assert!(named.required::<i32>("name", None).is_err());
        assert_eq!(named.required("requests_per_minute", Some(1)).expect("no change"), None);
    }

    #[test]
    fn a_mask_with_an_unknown_field_is_refused() {
        assert!(mask(&["name", "no_such_field"]).is_err());
    }
}
