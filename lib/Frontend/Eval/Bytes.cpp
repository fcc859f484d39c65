// The bytes of known values: what a union, bit_cast and a cast pointer show of one type as another.
#include "Frontend/Eval/Machine.h"

#include "clang/AST/RecordLayout.h"

#include <cstring>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Bits of an object, each 0, 1 or not known.
using Bits = std::vector<int8_t>;
constexpr int8_t unknown_bit = -1;

class Representation {
public:
  Representation(Machine& machine) : machine_(machine), context_(machine.context()) {}

  bool write(QualType type, const Value& value, uint64_t offset, Bits& bits) {
    if (value.is(Value::Kind::Uninitialized)) return true;
    if (type->isIntegralOrEnumerationType() || type->isRealFloatingType())
      return write_scalar(type, value, offset, context_.getTypeSize(type), bits);
    if (!value.is_object()) return false;
    const Object& object = *value.object();
    if (const auto* array = context_.getAsConstantArrayType(type)) {
      const uint64_t size = context_.getTypeSize(array->getElementType());
      for (Location* element : object.elements) {
        if (!write(array->getElementType(), element->value(), offset, bits)) return false;
        offset += size;
      }
      return true;
    }
    const CXXRecordDecl* record = plain(type);
    if (record == nullptr || object.kind != Object::Kind::Class) return false;
    const ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    for (const FieldDecl* field : record->fields()) {
      const auto at = object.fields.find(llvm::cast<FieldDecl>(field->getCanonicalDecl()));
      if (at == object.fields.end()) continue;
      const uint64_t place = offset + layout.getFieldOffset(field->getFieldIndex());
      const Value& part = at->second->value();
      if (!write_field(field, part, place, bits)) return false;
    }
    return true;
  }

  bool write_field(const FieldDecl* field, const Value& value, uint64_t offset, Bits& bits) {
    if (!field->isBitField()) return write(field->getType(), value, offset, bits);
    return value.is(Value::Kind::Uninitialized) ||
           write_scalar(field->getType(), value, offset, field->getBitWidthValue(), bits);
  }

  /// Leaves uninitialised what is not all known.
  bool read(QualType type, uint64_t offset, const Bits& bits, Value& value) {
    if (type->isIntegralOrEnumerationType() || type->isRealFloatingType())
      return read_scalar(type, offset, context_.getTypeSize(type), bits, value);
    Storage& storage = machine_.storage();
    if (const auto* array = context_.getAsConstantArrayType(type)) {
      const uint64_t size = context_.getTypeSize(array->getElementType());
      const uint64_t count = array->getSize().getZExtValue();
      std::vector<Value> elements;
      for (uint64_t i = 0; i < count; ++i)
        if (!read(array->getElementType(), offset + i * size, bits, elements.emplace_back()))
          return false;
      value = Value::object(storage.sequence(std::move(elements)));
      return true;
    }
    const CXXRecordDecl* record = plain(type);
    if (record == nullptr || record->isUnion()) return false;
    const ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    Object* object = storage.create(Object::Kind::Class, record);
    for (const FieldDecl* field : record->fields()) {
      const uint64_t place = offset + layout.getFieldOffset(field->getFieldIndex());
      Value part;
      if (!read_field(field, place, bits, part)) return false;
      object->fields[llvm::cast<FieldDecl>(field->getCanonicalDecl())] = storage.allocate(part);
    }
    value = Value::object(object);
    return true;
  }

  bool read_field(const FieldDecl* field, uint64_t offset, const Bits& bits, Value& value) {
    return field->isBitField()
               ? read_scalar(field->getType(), offset, field->getBitWidthValue(), bits, value)
               : read(field->getType(), offset, bits, value);
  }

private:
  static const CXXRecordDecl* plain(QualType type) {
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    record = record && record->hasDefinition() ? record->getDefinition() : nullptr;
    return record && record->getNumBases() == 0 && !record->isDynamicClass() &&
                   record->isTriviallyCopyable()
               ? record
               : nullptr;
  }

  bool write_scalar(QualType type, const Value& value, uint64_t offset, uint64_t width,
                    Bits& bits) {
    uint64_t number = 0;
    if (value.is(Value::Kind::Int) && type->isIntegralOrEnumerationType() && width <= 64) {
      number = static_cast<uint64_t>(value.as_int());
    } else if (value.is_number() && type->isRealFloatingType() && width == 32) {
      const auto single = static_cast<float>(value.as_double());
      uint32_t image = 0;
      std::memcpy(&image, &single, sizeof image);
      number = image;
    } else if (value.is_number() && type->isRealFloatingType() && width == 64) {
      const double number_itself = value.as_double();
      std::memcpy(&number, &number_itself, sizeof number);
    } else {
      return false;
    }
    if (offset + width > bits.size()) return false;
    for (uint64_t i = 0; i < width; ++i)
      bits[offset + i] = static_cast<int8_t>(number >> i & 1);
    return true;
  }

  bool read_scalar(QualType type, uint64_t offset, uint64_t width, const Bits& bits, Value& value) {
    value = Value();
    if (offset + width > bits.size()) return true;
    uint64_t number = 0;
    if (width > 64) return false;
    for (uint64_t i = 0; i < width; ++i) {
      if (bits[offset + i] == unknown_bit) return true;
      number |= static_cast<uint64_t>(bits[offset + i]) << i;
    }
    if (type->isIntegralOrEnumerationType()) {
      const bool is_signed = type->isSignedIntegerOrEnumerationType();
      if (is_signed && width < 64 && (number >> (width - 1) & 1) != 0)
        number |= ~uint64_t(0) << width;
      value = type->isBooleanType()
                  ? Value::boolean(number != 0)
                  : Value::integer(static_cast<int64_t>(number),
                                   static_cast<unsigned>(context_.getTypeSize(type)), is_signed);
    } else if (width == 32) {
      const auto image = static_cast<uint32_t>(number);
      float single = 0;
      std::memcpy(&single, &image, sizeof single);
      value = Value::floating(single);
    } else {
      double itself = 0;
      std::memcpy(&itself, &number, sizeof itself);
      value = Value::floating(itself);
    }
    return true;
  }

  Machine& machine_;
  ASTContext& context_;
};

} // namespace

bool Machine::bit_convert(const Expr* where, QualType from, QualType to, const Value& value,
                          Value& converted) {
  if (is_unknown(value)) {
    converted = Value::opaque(where->getExprLoc(),
                              "the bytes of a number that is known only when the model runs");
    return true;
  }
  Bits bits(context_.getTypeSize(from), unknown_bit);
  Representation representation(*this);
  if (!representation.write(from, value, 0, bits) || !representation.read(to, 0, bits, converted))
    return report_.unsupported(where, missing::object_seen_as_another_type, type_name(from),
                               type_name(to));
  return true;
}

bool Machine::union_member(const Object* object, const FieldDecl* field, Result& result) {
  field = llvm::cast<FieldDecl>(field->getCanonicalDecl());
  if (object->fields.empty() || object->fields.contains(field)) {
    result.place = field_place(object, field);
    return true;
  }
  // Another member is in use: its bytes are what this one shows. A store of any member keeps the
  // bytes that it does not cover.
  const auto [active, old] = *object->fields.begin();
  Object* changed = storage_.change(object);
  Bits& image = changed->union_bits;
  image.resize(context_.getTypeSize(context_.getCanonicalTagType(object->type)), unknown_bit);
  Representation representation(*this);
  Value shown;
  if (!representation.write_field(active, old->value(), 0, image) ||
      !representation.read_field(field, 0, image, shown)) {
    std::ranges::fill(image, unknown_bit);
    shown = Value();
  }
  changed->fields.clear();
  changed->fields[field] = result.place = storage_.allocate(shown);
  storage_.leave(old);
  return true;
}

} // namespace fx::frontend
